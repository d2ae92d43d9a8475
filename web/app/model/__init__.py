"""The games that the page shows, as objects that know nothing of the page."""
