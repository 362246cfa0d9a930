"""The commands of the command line, a module for each family; `orienteer.cli` lists them."""
