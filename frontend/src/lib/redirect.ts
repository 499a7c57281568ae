/**
 * The path of ?redirect=, if it leads to a page of this site; the fallback otherwise. A link in an email must not
 * send users to another site after they signed in.
 */
export function safeRedirect(wanted: string | null | undefined, fallback = "/"): string {
  if (!wanted || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return fallback
  try {
    const url = new URL(wanted, "http://here.invalid")
    const path = url.pathname + url.search + url.hash
    // When its dots are resolved, a path can begin with two slashes and name another site: /..//evil.example
    return url.origin === "http://here.invalid" && !path.startsWith("//") ? path : fallback
  } catch {
    return fallback
  }
}

/** Whether a path leads to the checkout. */
export const isCheckout = (path: string) => /^\/checkout(?![^/?#])/.test(path)
