"""Graphs that plain networks cannot tell apart, and which parts of ours can: ceilings, networks, training."""
