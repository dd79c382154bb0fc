"""The game as a server for agents of AIBIRDS and Phy-Q, which connect over TCP."""
