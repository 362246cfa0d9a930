"""Positions: what one seat sees at the table, as JSON (format: docs/positions.md)."""

from orienteer.positions.position import Position, explain, template
from orienteer.positions.schema import position_schema, record_schema

__all__ = ["Position", "explain", "position_schema", "record_schema", "template"]
