/** What is in the page's address and session. */

/** Returns the key in the address and removes it from there, so that nobody reads or shares it. */
export function takeKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get("k")
  if (location.hash) history.replaceState(null, "", location.pathname + location.search)
  return key
}

export interface SignIn {
  pin: string
  name: string
}

/** Returns the PIN and name of an organizer who opened the link where it was made, once. */
export function takeSignIn(): SignIn | null {
  try {
    const kept = sessionStorage.getItem("door")
    sessionStorage.removeItem("door")
    return kept ? (JSON.parse(kept) as SignIn) : null
  } catch {
    return null // the browser keeps nothing
  }
}
