"""Tests of Celestia."""
