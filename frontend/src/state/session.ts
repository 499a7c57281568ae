import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import * as v from "valibot"
import { request } from "~/api/client"
import { profileQuery } from "~/api/queries/profile"
import type { UserInfo } from "~/api/types"
import { makeStore } from "~/lib/store"
import { cart } from "~/state/cart"
import { onStoredElsewhere, readStored, removeStored, wipeStorage, writeStored } from "~/state/storage"
import { theme } from "~/state/theme"

const KEY = "userInfo"

const Flag = v.fallback(v.boolean(), false)
const StoredUser = v.object({
  _id: v.string(),
  firstName: v.string(),
  lastName: v.fallback(v.string(), ""),
  email: v.string(),
  isAdmin: Flag,
  requiresPasswordReset: Flag,
  mustSetUpSecondFactor: Flag,
})

export interface Session {
  user: UserInfo | null
  /** Why the user is signed out. Guards use it to decide whether to return to the page after signing in. */
  ended: "logout" | "expired" | null
}

const store = makeStore<Session>(readSession())
onStoredElsewhere(KEY, () => store.set(readSession()))

function readSession(): Session {
  const found = readStored(KEY, StoredUser)
  return { user: found && asSent(found), ended: null }
}

/** As the server sends it: with this key only where it is true. */
function asSent({ mustSetUpSecondFactor, ...user }: v.InferOutput<typeof StoredUser>): UserInfo {
  return mustSetUpSecondFactor ? { ...user, mustSetUpSecondFactor } : user
}

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  /** Signs the user in, with the response of login, register or profile. */
  setUser: (user: UserInfo) => {
    writeStored(KEY, user)
    store.set({ user, ended: null })
  },
  /** The session has ended on the server. The cart stays. */
  expire: () => {
    removeStored(KEY)
    store.set({ user: null, ended: "expired" })
  },
  reload: () => store.set(readSession()),
}

/**
 * Signs out at the server, then deletes everything that this browser stores. `leave` navigates to the sign-in page.
 * A failure is only logged, and the user stays signed in.
 */
export async function signOut(client: QueryClient, leave: () => void): Promise<void> {
  try {
    await request("POST", "/api/users/logout", {})
  } catch (error) {
    console.error("Logging out failed.", error)
    return
  }
  forgetEverything(client)
  leave()
}

/** After a sign-out or a new password: removes the user, cached responses and the browser storage. */
export function forgetEverything(client: QueryClient): void {
  wipeStorage()
  store.set({ user: null, ended: "logout" })
  cart.reload()
  theme.reload()
  client.clear()
}

/** Checks at start whether a stored user is still signed in. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = store.get().user
  if (!before) return
  try {
    const user = await client.fetchQuery({ ...profileQuery(), meta: { quiet: true }, retry: false })
    if (store.get().user?._id === before._id) session.setUser(user)
  } catch (error) {
    // 401 has already ended the session; other failures do not end it.
    console.error("The sign-in could not be checked.", error)
  }
}

export function useSession(): Session {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The signed-in user; null when signed out. */
export function useUser(): UserInfo | null {
  return useSession().user
}
