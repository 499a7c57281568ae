"""Screenshots of the main screens, for looking at them and for documents."""
