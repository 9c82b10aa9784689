"""The reference for entry over HTTP: a bare DRF view that locks a row, inserts one and updates the first."""
