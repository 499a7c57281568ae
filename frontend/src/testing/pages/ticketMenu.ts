/** The menu of a ticket on the page of its order. */
import { screen } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"

export async function openMenu(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Manage this ticket, / }))
}
