"""A finished game looked at again: what each decision gave up, and what chance gave and took."""

from orienteer.reviews.reviewing import ChanceEvent, Decision, PlayerSummary, Review, review

__all__ = ["ChanceEvent", "Decision", "PlayerSummary", "Review", "review"]
