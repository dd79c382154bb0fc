"""Studies of people: one file says what is played, a database keeps what was done."""
