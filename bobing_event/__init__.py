"""Events and their people; `bobing_event.config` holds the project's settings."""
