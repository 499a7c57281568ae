"""An app for the tests' settings: empty the tables fast after each test with real transactions."""
