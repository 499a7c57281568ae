"""Django's SQLite, for connections that stay open: one is used again only where the shop's file is still the same."""
