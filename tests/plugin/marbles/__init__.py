"""A world from another package: roll a marble so that it stops on a mark."""
