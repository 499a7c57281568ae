import { expect, test, vi } from "vitest"
import { makeQueryClient } from "~/common/api/queryClient"
import { cart } from "~/shop/state/cart"
import { checkSession, session, signOut } from "~/shop/state/session"
import { aUserInfo } from "~/testing/factories"
import { answer } from "~/testing/browser"

const ana = aUserInfo()

function readUser(stored: string) {
  localStorage.setItem("userInfo", stored)
  session.reload()
  return session.get().user
}

test.each([
  "not json",
  "null",
  "[]",
  "{}",
  '{"_id":"a","firstName":"Ana"}',
  '{"_id":7,"firstName":"Ana","email":"a@b.c"}',
])("an invalid stored user (%s) is signed out", (stored) => {
  expect(readUser(stored)).toBeNull()
})

test("a stored user without a last name and with an invalid flag is signed in without admin rights", () => {
  const stored = { _id: "a", firstName: "Ana", email: "ana@example.com", isAdmin: "yes", color: "red" }

  expect(readUser(JSON.stringify(stored))).toEqual({
    _id: "a",
    firstName: "Ana",
    lastName: "",
    email: "ana@example.com",
    isAdmin: false,
    requiresPasswordReset: false,
  })
})

test("a stored field named __proto__ grants no admin rights and changes no other object", () => {
  const stored =
    '{"_id":"a","firstName":"Ana","email":"a@b.c","__proto__":{"isAdmin":true},"constructor":{"isAdmin":true}}'

  expect(readUser(stored)?.isAdmin).toBe(false)
  expect("isAdmin" in {}).toBe(false)
})

test("logging out clears the user, the query cache and all browser storage, then navigates away", async () => {
  answer("POST /api/users/logout", { message: "Bye." })
  session.setUser(ana)
  cart.addItem({ _id: "a", name: "x", image: "", price: 1 })
  localStorage.setItem("other", "1")
  sessionStorage.setItem("other", "1")
  const client = makeQueryClient()
  client.setQueryData(["Order", "mine"], [])
  const leave = vi.fn()

  await signOut(client, leave)

  expect(session.get()).toEqual({ user: null, ended: "logout" })
  expect(cart.get().cartItems).toEqual([])
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(client.getQueryData(["Order", "mine"])).toBeUndefined()
  expect(leave).toHaveBeenCalledOnce()
})

test("a failed session check doesn't sign the user out", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  session.setUser(ana)
  answer("/api/users/profile", { message: "Busy." }, 503)
  await checkSession(makeQueryClient())

  expect(session.get().user).toEqual(ana)
})

/** What happened in another tab: the session ended, or its user signed out. */
const inAnotherTab = (key: string | null) => {
  localStorage.removeItem("userInfo")
  window.dispatchEvent(new StorageEvent("storage", { key }))
}

test("signing out in another tab signs out this one and removes what was typed; a session that ends removes nothing", () => {
  session.setUser(ana)
  sessionStorage.setItem("typed profile", "{}")
  inAnotherTab("userInfo")
  expect(session.get()).toEqual({ user: null, ended: "expired" })
  expect(sessionStorage.getItem("typed profile")).toBe("{}")

  session.setUser(ana)
  expect(sessionStorage.getItem("typed profile")).toBe("{}")
  inAnotherTab(null)

  expect(session.get()).toEqual({ user: null, ended: null })
  expect(sessionStorage).toHaveLength(0)
})

test("what was typed is removed if another person signs in", () => {
  session.setUser(ana)
  sessionStorage.setItem("typed profile", "{}")
  session.expire()

  session.setUser({ ...ana, _id: "rosa" })

  expect(sessionStorage.getItem("typed profile")).toBeNull()
})
