"""Adapters: worlds as environments of other libraries."""
