"""An application of the tests whose kinds of work real workers do. Its effects are journal entries."""
