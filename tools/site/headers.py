"""The HTTP headers of the site, in one place: `python -m tools.site.headers` prints them as a `_headers` file.

The build writes that file into dist/, where Netlify and Cloudflare Pages read it, and each page's policy into the page
itself, for hosts that set no headers. tools/serve.py sends the same headers, and hosts.py prints them for nginx.

No two rules set the same header for a path, because hosts differ in what they do then.
"""

import sys

# (path pattern, headers). A pattern is a path, or the beginning of a path and `*`.
Rules = list[tuple[str, dict[str, str]]]

POLICY = "Content-Security-Policy"

# The sources that a page may load and run. docs/deploying.md explains why.
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
    # No text becomes HTML or a script, except through these policies of boot/early.js and boot/watchdog.js.
    "require-trusted-types-for": "'script'",
    "trusted-types": "default looks trouble",
}

# The pages that other sites must not frame, and those that they may. (Some hosts also serve pages without ".html".)
PAGES = ("/", "/index.html", "/404.html", "/learn/*", "/licences/*")
FRAMED_PAGES = ("/embed.html", "/embed")

# The default without a rule: ask the server each time. It is also Netlify's default.
UNCACHED = "public, max-age=0, must-revalidate"
# For names with a version or a hash of the content.
CACHED_FOR_GOOD = "public, max-age=31536000, immutable"

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
    ".ts": "text/plain",  # the type declarations of embed.js, for reading
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
    """Return the policy of every page without frame-ancestors, which a meta element must not have."""
    return "; ".join(f"{name} {sources}" for name, sources in DIRECTIVES.items())


RULES: Rules = [
    (
        "/*",
        {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES),
            # So that cross-origin isolated pages can embed a board. Our pages do not need isolation.
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "cross-origin",
        },
    ),
    *((page, {POLICY: f"{page_policy()}; frame-ancestors 'self'"}) for page in PAGES),
    *((page, {POLICY: f"{page_policy()}; frame-ancestors *"}) for page in FRAMED_PAGES),
    *((folder, {"Cache-Control": CACHED_FOR_GOOD}) for folder in HASHED_FOLDERS),
    # Browsers check it at each visit to notice a new version. It loads no scripts and fetches only from this site.
    ("/service-worker.js", {"Cache-Control": "no-cache", POLICY: "default-src 'none'; connect-src 'self'"}),
]


def headers_for(path: str, rules: Rules = RULES) -> dict[str, str]:
    """Return the headers for a URL path such as "/embed.html"."""
    headers = {"Cache-Control": UNCACHED}
    for pattern, values in rules:
        if path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1])):
            headers |= values
    return headers


def meta_policy(page: str, rules: Rules = RULES) -> str:
    """Return the policy for the meta element of a page such as "learn/rules.html". Raises ValueError if no rule has
    one.
    """
    if POLICY not in headers_for(f"/{page}", rules):
        raise ValueError(f"no rule of headers.py sets a {POLICY} for {page}")
    return page_policy()


def headers_file() -> str:
    """Return the rules as a `_headers` file."""
    lines = []
    for pattern, headers in RULES:
        lines += [pattern, *(f"  {name}: {value}" for name, value in headers.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(headers_file())
