"""Figures as ratios taken in one run: `python -m scripts.bench`."""
