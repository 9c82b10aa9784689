"""Report jobs have no rows of their own: `bobing_event.models.Job` is the truth."""
