"""Where the parts of a drawing go, in numbers; no Qt."""
