import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { request } from "~/common/api/client"
import type { UserInfo } from "~/common/api/types"
import { makeStore } from "~/common/lib/store"
import { cart } from "~/shop/state/cart"
import {
  isText,
  onStorageChange,
  readStored,
  removeStored,
  clearStorage,
  clearTab,
  clearTabOfOthers,
  writeStored,
} from "~/shop/state/storage"
import { theme } from "~/shop/state/theme"
import { get } from "~/common/api/requests"

const KEY = "userInfo"

/** Returns the stored user, or null for anything else. Rights are only what the server wrote. */
function readUser({ _id, firstName, lastName, email, hasPassword, ...flags }: UserInfo): UserInfo | null {
  if (![_id, firstName, email].every(isText)) return null
  return {
    _id,
    firstName,
    lastName: isText(lastName) ? lastName : "",
    email,
    isAdmin: flags.isAdmin === true,
    requiresPasswordReset: flags.requiresPasswordReset === true,
    // The server leaves these out unless they differ from the usual.
    ...(hasPassword === false && { hasPassword }),
    ...(flags.mustSetUpSecondFactor === true && { mustSetUpSecondFactor: true }),
  }
}

export interface Session {
  user: UserInfo | null
  /** Why the user is signed out. Guards use it to decide whether to return to the page after signing in. */
  ended: "logout" | "expired" | null
}

const store = makeStore<Session>(readSession())
onStorageChange(KEY, (isCleared) => {
  const { user } = readSession()
  if (isCleared) clearTab() // signed out in another tab, which cleared only its own forms
  store.set({ user, ended: user || isCleared ? null : "expired" })
})

function readSession(): Session {
  const user = readStored(KEY, readUser)
  if (user) clearTabOfOthers(user)
  return { user, ended: null }
}

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  /** Signs the user in with the response of a login, registration or profile request. */
  setUser: (user: UserInfo) => {
    clearTabOfOthers(user)
    writeStored(KEY, user)
    store.set({ user, ended: null })
  },
  /** Signs the user out after the session ended on the server. Keeps the cart. */
  expire: () => {
    removeStored(KEY)
    store.set({ user: null, ended: "expired" })
  },
  reload: () => store.set(readSession()),
}

/**
 * Signs out on the server, then clears browser storage and calls `leave`, which navigates to the sign-in page. If the
 * request fails, the error is only logged and the user stays signed in.
 */
export async function signOut(client: QueryClient, leave: () => void): Promise<void> {
  try {
    await request("POST", "/api/users/logout", {})
  } catch (error) {
    console.error("Logging out failed.", error)
    return
  }
  clearBrowserData(client)
  leave()
}

/** Removes the user, cached responses and browser storage, after signing out or setting a new password. */
export function clearBrowserData(client: QueryClient): void {
  clearStorage()
  store.set({ user: null, ended: "logout" })
  cart.reload()
  theme.reload()
  client.clear()
}

/** Checks on load whether the stored user is still signed in. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = store.get().user
  if (!before) return
  try {
    const user = await client.fetchQuery({ ...profileQuery(), meta: { loud: false }, retry: false })
    if (store.get().user?._id === before._id) session.setUser(user)
  } catch (error) {
    // A 401 has already ended the session; other errors don't end it.
    console.error("The sign-in could not be checked.", error)
  }
}

export function useSession(): Session {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The signed-in user, or null. */
export function useUser(): UserInfo | null {
  return useSession().user
}

export const profileQuery = () => get<UserInfo>(["User", "profile"], "/api/users/profile", { meta: { loud: true } })
