"""The standard trust levels and their order (fabric/1.0, *Event envelope*). A level is a claim, never a proof."""

from __future__ import annotations

HUMAN_CONFIRMED = "human_confirmed"
REVIEWER_CONFIRMED = "reviewer_confirmed"
TOOL_VERIFIED = "tool_verified"
AGENT_ASSERTED = "agent_asserted"

# From the strongest claim to the weakest.
LEVELS = (HUMAN_CONFIRMED, REVIEWER_CONFIRMED, TOOL_VERIFIED, AGENT_ASSERTED)

_RANKS = {level: len(LEVELS) - place for place, level in enumerate(LEVELS)}

# The strongest level that each kind of actor can claim for itself.
OWN_LEVEL = {
    "human": HUMAN_CONFIRMED,
    "reviewer": REVIEWER_CONFIRMED,
    "tool": TOOL_VERIFIED,
    "agent": AGENT_ASSERTED,
}

# Direction becomes durable on a rationale that a person confirmed (fabric/1.0, *Lifecycle*).
CONFIRMED_RANK = _RANKS[REVIEWER_CONFIRMED]


def rank(level: str) -> int:
    """How strong a claim is: 4 for ``human_confirmed`` down to 1 for ``agent_asserted``; 0 for any other word."""
    return _RANKS.get(level, 0)


def is_standard(level: str) -> bool:
    """True for one of the four levels that the protocol names."""
    return level in _RANKS
