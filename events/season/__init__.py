"""The demo season: its nights (season.toml), their pictures (art) and how the pictures are drawn (drawing)."""
