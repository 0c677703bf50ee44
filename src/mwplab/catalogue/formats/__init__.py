"""What the readers of several datasets share."""
