"""World `kinetix`: motors and thrusters bring the green body to the blue one."""
