"""Printed sheets: seat cards, table sheets, arrival lists, move slips, the notice of a draw."""
