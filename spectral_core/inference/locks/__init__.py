"""Whether what a human has locked can stand, and in words what is wrong where it cannot."""
