"""Translations: the catalogues of locales/, the texts in the HTML, and what the build writes for each language."""
