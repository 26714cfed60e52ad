"""A game as it comes, ply by ply, from several writers: what is taken, kept, refused, and what follows."""
