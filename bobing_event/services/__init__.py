"""Writes: one transaction each, guards first, then the change, then its line in the audit log."""
