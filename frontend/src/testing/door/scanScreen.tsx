import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, vi } from "vitest"
import type { Pass, Role } from "~/door/protocol/types"
import { Scan } from "~/door/screens/Scan"
import { Phone } from "./phone"
import { FakeServer } from "./server"
import { VirtualTime } from "./time"

export const CODE = "T17K2M9QXW4R8TB3CN9"
export const MAYA: Pass = { h: "bGyaZE86ktg4S8Ko", b: 1, name: "Maya R.", seats: 4, in: 0, state: "valid", to: null }
const ZOE: Pass = { ...MAYA, h: "zoe", b: 2, name: "Zoë K.", seats: 1 }

/** Renders a volunteer's screen with a server that answers in virtual time. */
export async function openScan(passes = [MAYA, ZOE], role: Role = "door") {
  const time = new VirtualTime()
  const server = new FakeServer(time, passes)
  const phone = new Phone("me", time, server)
  await time.advance(1000)
  const leave = vi.fn<() => Promise<void>>(async () => {})
  const night = { _id: "1", name: "Friday Draft", startTime: "2026-11-27T03:00:00Z", endTime: "2026-11-27T06:00:00Z" }
  render(
    <Scan
      door={phone.door}
      session={{ night, role, by: "Ana", device: "me", offset: 0 }}
      shop={{ name: "Cards", timeZone: "America/Los_Angeles" }}
      leave={leave}
      setShowing={() => {}}
    />,
  )
  const user = userEvent.setup()
  const pass = (ms: number) => act(() => time.advance(ms))
  /** Waits for a verdict, while time goes on. */
  const verdict = async (text: string | RegExp) => {
    const alert = screen.getByRole("alert")
    await waitFor(async () => {
      await pass(10)
      expect(alert).toHaveTextContent(text)
    })
  }
  const type = (text: string) => user.type(screen.getByLabelText("Type the code"), `${text}{Enter}`)
  const kinds = () => server.entries.map(({ entry }) => entry.kind)
  return { time, server, phone, user, pass, verdict, type, kinds, leave }
}
