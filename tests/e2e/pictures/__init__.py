"""Pictures of the main screens, kept in docs/pictures/screens, so that a change of looks is seen in review."""
