import { screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { anOrder, aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/renderAt"
import { answer } from "~/testing/server"

test("an error while creating the calendar file is only logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {})
  const error = new Error("No room left.")
  URL.createObjectURL = () => {
    throw error
  }
  const order = anOrder()
  answer(`/api/orders/${order._id}`, { ...order })
  const { user } = renderAt(paths.order(order._id), { as: aUserInfo() })

  await user.click(await screen.findByRole("button", { name: /^Add to calendar/ }))

  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.stringContaining("calendar file"), error))
  expect(screen.queryByText(/Download initiated/)).not.toBeInTheDocument()
  expect(screen.queryByText("No room left.")).not.toBeInTheDocument()
})
