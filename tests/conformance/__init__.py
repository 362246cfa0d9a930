"""The suite that every game passes before it has tests of its own."""
