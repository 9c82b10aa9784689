"""The frames of the certificate designs, drawn as SVG; lengths are millimetres on A4."""
