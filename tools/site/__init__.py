"""The parts of a build: what tools/build_site.py calls to make the pages, the lists and the files of the site."""
