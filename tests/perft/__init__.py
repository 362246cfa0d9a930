"""Counts of nodes by depth."""
