"""The HTTP headers of the site, in one place: `python -m tools.site.headers` prints them as a `_headers` file.

The build writes that file into dist/ (Netlify and Cloudflare Pages read it there) and each page's policy into the page
itself, for hosts that set no headers; tools/serve.py sends the same headers, hosts.py prints them for nginx.

No header is set by two rules for one path: what hosts make of that differs.
"""

import sys

# (path pattern, headers). A pattern is a path, or the start of one followed by `*`.
Rules = list[tuple[str, dict[str, str]]]

POLICY = "Content-Security-Policy"

# What a page may load and run; docs/deploying.md says why.
DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "style-src": "'self'",
    "font-src": "'self'",
    "media-src": "'self'",
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}

# The pages that nobody else may show in a frame, and those that everybody may. (Some hosts serve them without the
# ending too.)
PAGES = ("/", "/index.html", "/404.html", "/learn/*", "/licences/*")
FRAMED_PAGES = ("/embed.html", "/embed")

# What no rule says about caching: ask after it each time. It is Netlify's default too.
UNCACHED = "public, max-age=0, must-revalidate"
# For names that carry a version or a hash of their content.
KEPT_FOR_GOOD = "public, max-age=31536000, immutable"

HASHED_FOLDERS = ("/vendor/*", "/assets/*", "/boot/*", "/engine/*", "/tablebases/*", "/perfect/*")

# The content type of each of our file types.
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".ts": "text/plain",  # the types of embed.js, for programmers to read
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".txt": "text/plain",
    ".xml": "application/xml",
    ".py": "text/x-python",
    ".zip": "application/zip",
    ".bin": "application/octet-stream",
    ".romfs": "application/octet-stream",
    ".mtb": "application/octet-stream",  # a table of exact values
    ".mob": "application/octet-stream",  # an opening book
    ".gz": "application/gzip",  # not "Content-Encoding: gzip": the page unpacks it
}

# Types that hosts send compressed.
COMPRESSIBLE = {
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "text/x-python",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "application/xml",
    "image/svg+xml",
}

UNUSED_FEATURES = (
    "accelerometer",
    "camera",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)


def page_policy() -> str:
    """Return the policy of every page as a meta element may state it, which is without frame-ancestors."""
    return "; ".join(f"{name} {sources}" for name, sources in DIRECTIVES.items())


RULES: Rules = [
    (
        "/*",
        {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES),
            # So that pages which are cross-origin isolated can embed a board. We need no isolation ourselves.
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "cross-origin",
        },
    ),
    *((page, {POLICY: f"{page_policy()}; frame-ancestors 'self'"}) for page in PAGES),
    *((page, {POLICY: f"{page_policy()}; frame-ancestors *"}) for page in FRAMED_PAGES),
    *((folder, {"Cache-Control": KEPT_FOR_GOOD}) for folder in HASHED_FOLDERS),
    # Browsers ask after it at each visit: by it they notice a new version. It runs nothing but itself and fetches from
    # here only.
    ("/service-worker.js", {"Cache-Control": "no-cache", POLICY: "default-src 'none'; connect-src 'self'"}),
]


def matches(path: str, pattern: str) -> bool:
    """Return whether a rule's pattern covers a URL path."""
    return path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1]))


def headers_for(path: str, rules: Rules = RULES) -> dict[str, str]:
    """Return the headers for a URL path such as "/embed.html"."""
    headers = {"Cache-Control": UNCACHED}
    for pattern, values in rules:
        if matches(path, pattern):
            headers |= values
    return headers


def meta_policy(page: str, rules: Rules = RULES) -> str:
    """Return the policy that a page, such as "learn/rules.html", is to state in a meta element.

    Raises:
        ValueError: no rule sets a policy for the page, so hosts would send none.
    """
    if POLICY not in headers_for(f"/{page}", rules):
        raise ValueError(f"no rule of headers.py sets a {POLICY} for {page}")
    return page_policy()


def headers_file(rules: Rules = RULES) -> str:
    """Return the rules as a `_headers` file.

    >>> print(headers_file([("/*", {"X-Content-Type-Options": "nosniff"})]), end="")
    /*
      X-Content-Type-Options: nosniff
    """
    lines = []
    for pattern, headers in rules:
        lines += [pattern, *(f"  {name}: {value}" for name, value in headers.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(headers_file())
