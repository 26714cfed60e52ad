"""How a request reaches an act: what is accessed, which form, which page; for views, API and links alike."""
