/**
 * Returns the path of ?redirect= if it is on this site, or else the fallback. A crafted link must not send users to
 * another site after they sign in.
 */
export function safeRedirect(redirect: string | null | undefined, fallback = "/"): string {
  if (!redirect || !redirect.startsWith("/") || /[\\\p{Cc}]/u.test(redirect)) return fallback
  try {
    const url = new URL(redirect, "http://here.invalid")
    const path = url.pathname + url.search + url.hash
    // Once its dots are resolved, a path such as /..//evil.example starts with two slashes and points to another site.
    return url.origin === "http://here.invalid" && !path.startsWith("//") ? path : fallback
  } catch {
    return fallback
  }
}

/** Whether a path is the checkout's. */
export const isCheckout = (path: string) => /^\/checkout(?![^/?#])/.test(path)
