"""Screenshots of the main screens in docs/pictures/screens, so that reviews show visual changes."""
