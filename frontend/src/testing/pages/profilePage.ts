/** Opens the profile page. */
import { screen, within } from "@testing-library/react"
import type { Order, Session, UserInfo } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, renderAt } from "~/testing/browser"

export const ana = aUserInfo()

export const here: Session = {
  _id: "aaaaaaaaaaaaaaaaaaaaaaaa",
  device: "Firefox on Windows",
  signedInAt: "2026-11-20T20:00:00Z",
  lastSeenAt: "2026-11-20T20:00:00Z",
  isCurrent: true,
}
export const phone: Session = { ...here, _id: "bbbbbbbbbbbbbbbbbbbbbbbb", device: "Safari on iPhone", isCurrent: false }

/** Answers what the page of this user asks for. */
export function answerProfile(profile: UserInfo = ana, orders: Order[] = [], sessions: Session[] = [here]) {
  answer("/api/users/profile", { ...profile })
  answer("/api/users/profile/membership", { membership: null })
  answer("/api/users/sessions", sessions as never)
  answer("/api/orders/my_orders", orders as never)
}

export async function openProfile(orders?: Order[], sessions?: Session[], user = ana) {
  answerProfile(user, orders, sessions)
  const visit = renderAt(paths.profile(ana._id), { as: user })
  await screen.findByRole("heading", { name: "Welcome, Ana." })
  return visit
}

export async function openForm(user = ana) {
  const visit = await openProfile([], undefined, user)
  const form = within(await screen.findByRole("form", { name: "Profile" }))
  return { ...visit, form, button: form.getByRole("button", { name: /^Update/ }) }
}
