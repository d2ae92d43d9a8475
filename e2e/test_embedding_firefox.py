"""Boards in other people's pages in Firefox: journeys as in Chromium, on a plain and on an isolated host.

Not among them are those that press a board far down the article: what Playwright presses there arrives in the page
around and not in the frame, in Firefox only.
"""

import pytest

from e2e.test_embedding import article as article
from e2e.test_embedding import test_commands as test_commands
from e2e.test_embedding import test_only_the_page_around_is_heard as test_only_the_page_around_is_heard
from e2e.test_embedding import test_plain_frames_speak_the_same_messages as test_plain_frames_speak_the_same_messages
from e2e.test_sharing_firefox import browser as browser

pytestmark = pytest.mark.slow
