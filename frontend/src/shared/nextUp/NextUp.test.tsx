import { screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { aUserInfo, inDays } from "~/testing/factories"
import { anEmptyShop } from "~/testing/pages/anEmptyShop"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"

const NEXT = "/api/orders/next"
const ticket = { order: "6b0022129c206dee8f3169d6", name: "Pick-up Draft", startTime: inDays(0), endTime: inDays(1) }
const welcome = () => screen.findByRole("heading", { level: 1, name: /^Welcome to/ })

beforeEach(anEmptyShop)

test("the home page of a signed-in user begins with what is next", async () => {
  answer(NEXT, { ticket, offer: null, decision: null })
  renderAt(paths.home(), { as: aUserInfo() })

  const heading = await welcome()
  const link = (await screen.findByText("Show ticket")).closest("a")!
  expect(link).toHaveAccessibleName(/: Pick-up Draft\..*Show ticket$/)
  expect(link).toHaveAttribute("href", paths.order(ticket.order, "1"))
  expect(link.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test("visitors don't ask what is next", async () => {
  answer(NEXT, { ticket, offer: null, decision: null })
  renderAt(paths.home())

  await welcome()
  expect(calls.filter(({ url }) => url.pathname === NEXT)).toEqual([])
  expect(screen.queryByRole("region", { name: "Next up" })).not.toBeInTheDocument()
})

test("a user whose session has ended becomes a visitor of the home page", async () => {
  answer(NEXT, { message: "Please sign in." }, 401)
  const { address } = renderAt(paths.home(), { as: aUserInfo() })

  await welcome()
  await waitFor(() => expect(session.get().user).toBeNull())
  expect(address()).toBe(paths.home())
})
