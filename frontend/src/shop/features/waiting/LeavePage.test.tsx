import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import type { WaitingEntry } from "~/common/api/types"
import { inDays } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

const entry: WaitingEntry = {
  _id: "6b0022129c206dee8f3169d6",
  product: "6b0022129c206dee8f3169d7",
  name: "Friday Draft",
  startTime: inDays(3),
  seats: 2,
  seatsAtLeast: 2,
  status: "left",
  position: null,
  offer: null,
}

test("opening the link leaves nothing, and its button leaves the waiting list", async () => {
  answer("POST /api/waiting/leave", entry)
  const { user } = renderAt("/leave-waiting-list#abc.def")
  const button = await screen.findByRole("button", { name: "Leave the waiting list" })
  expect(requests("POST")).toEqual([])

  await user.click(button)

  expect(await screen.findByText(/You are no longer on the waiting list for Friday Draft on /)).toBeVisible()
  expect(requests("POST").at(-1)!.body).toEqual({ token: "abc.def" })
  expect(screen.queryByRole("button", { name: "Leave the waiting list" })).not.toBeInTheDocument()
})
