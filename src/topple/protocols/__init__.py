"""Protocols: one file each."""

from topple.protocols.protocol import Protocol, Split, all_protocols, protocol

__all__ = ["Protocol", "Split", "all_protocols", "protocol"]
