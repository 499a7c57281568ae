"""An app for the tests' settings: after each test with real transactions, empty the tables of PostgreSQL fast."""
