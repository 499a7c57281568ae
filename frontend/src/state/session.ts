import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import * as v from "valibot"
import { request } from "~/api/client"
import { profileQuery } from "~/api/queries/users"
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
  /** Why nobody is signed in any more; a guard asks, to know whether there is a way back. */
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
  /** Login, register and profile replies: from now on this user is signed in here. */
  setUser: (user: UserInfo) => {
    writeStored(KEY, user)
    store.set({ user, ended: null })
  },
  /** The server no longer knows this session. The cart stays. */
  expire: () => {
    removeStored(KEY)
    store.set({ user: null, ended: "expired" })
  },
  reload: () => store.set(readSession()),
}

/**
 * Signs out: the server first, then everything this browser remembers. `leave` navigates to the sign-in page.
 * A failure is only logged, and the person stays signed in.
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

/** After a sign-out or a new password: no user, no cached answers, an empty browser storage. */
export function forgetEverything(client: QueryClient): void {
  wipeStorage()
  store.set({ user: null, ended: "logout" })
  cart.reload()
  theme.reload()
  client.clear()
}

/** On load: is the remembered user still signed in? Asked only where one is remembered. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = store.get().user
  if (!before) return
  try {
    const user = await client.fetchQuery({ ...profileQuery(), meta: { quiet: true }, retry: false })
    if (store.get().user?._id === before._id) session.setUser(user)
  } catch (error) {
    // 401 has already ended the session; any other failure says nothing about it.
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
