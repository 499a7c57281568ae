import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, vi } from "vitest"
import type { Pass, Role } from "~/evening/door/protocol/types"
import Scan from "~/evening/door/screens/Scan"
import { Screens } from "~/evening/scorekeeper/Tables"
import type { Result } from "~/common/tables/types"
import { Phone } from "./phone"
import { VirtualTime } from "./virtualTime"
import { Scorekeeper } from "./scorekeeper"
import { FakeServer, NIGHT } from "./server"

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
  render(
    <Scan
      door={phone.door}
      session={{ night: NIGHT, role, by: "Ana", device: "me", offset: 0 }}
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

const guest = (name: string, b: number, seats = 1): Pass => ({
  h: name,
  b,
  name,
  seats,
  in: seats,
  state: "valid",
  to: null,
})

/** Renders a scorekeeper's screens, with a server that answers in virtual time. Everybody named is in. */
export async function openTablesScreen(names: string[], late: string[] = []) {
  const time = new VirtualTime()
  const absent = late.map((name, i) => ({ ...guest(name, 100 + i), in: 0 }))
  const server = new FakeServer(time, [...names.map((name, b) => guest(name, b)), ...absent])
  const me = new Scorekeeper("Ana", time, server)
  const other = new Scorekeeper("Ben", time, server)
  await time.advance(1000)
  render(
    <Screens
      door={me.phone.door}
      tables={me.tables}
      session={{ night: NIGHT, role: "tables", by: "Ana", device: "Ana", offset: 0 }}
      leave={async () => {}}
    />,
  )
  const user = userEvent.setup()
  const pass = (ms: number) => act(() => time.advance(ms))
  /** Presses a button, and lets the phone store and send. */
  const press = async (name: string | RegExp) => {
    await user.click(screen.getByRole("button", { name }))
    await pass(200)
  }
  const table = (number: number) => within(screen.getAllByRole("listitem")[number - 1]!)
  const shop = server.tables!
  const now = () => shop.tournament!
  const report = async (name: string, table: number, result: Result) => {
    shop.report(name, now().rounds.length, table, result)
    await pass(6000)
  }
  const playersAt = (number: number) =>
    now()
      .rounds.at(-1)!
      .tables[number - 1]!.players.map((id) => now().players.find(({ _id }) => _id === id)!.name) as [string, string]
  return { time, server, shop, me, other, user, pass, press, table, now, report, playersAt }
}
