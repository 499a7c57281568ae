/** @jsxImportSource ~/common/jsx */
import { render } from "@testing-library/react"
import { type ReactNode, StrictMode } from "react"
import { Link, MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"

/** Puts `<font>` elements in the place of all texts, as browsers' translators do, whatever is in them. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    if (text.parentElement!.closest("[translate=no], option")) continue
    const outer = document.createElement("font")
    outer.append(document.createElement("font"))
    text.replaceWith(outer)
    outer.firstChild!.appendChild(text.cloneNode())
  }
}

const Chip = ({ children }: { children: ReactNode }) => (
  <em>
    <i />
    {children}
  </em>
)
const Names = ({ names }: { names: string[] }) => <>{names.join(" and ")}</>

interface Screen {
  seats: number
  note?: string
  names: string[]
}

/** Texts in every place in which JSX can have them. */
const Screen = ({ seats, note, names }: Screen) => (
  <MemoryRouter>
    <button>
      Book {seats} {seats === 1 ? "seat" : "seats"} · ${seats * 13.8}
    </button>
    {note && <b>!</b>}
    {note}
    <p>
      {note && "Read: "}
      {note && <b>{note}</b>} for{" "}
      {names.map((name) => (
        <u key={name}>{name}</u>
      ))}
      {names.map((name) => `${name}, `)}, {seats}
    </p>
    <Chip>{note}</Chip>
    <Chip>
      {seats} for <Names names={names} />
    </Chip>
    <Link to="/">
      {names.length > 1 ? <i /> : "One"} {note} for ${seats}
    </Link>
    <select>
      <option>
        {seats} for ${seats}
      </option>
    </select>
    <output>{seats}</output>
  </MemoryRouter>
)

const SCREENS: Screen[] = [
  { seats: 1, names: ["Ann", "Bob"] },
  { seats: 3, names: ["Bob", "Ann"], note: "$5 a seat" },
  { seats: 2, names: [], note: "Late" },
  { seats: 1, names: ["Cam"] },
  { seats: 1, names: ["Ann", "Bob"], note: "Late" },
]

test("A translated page shows the same texts as one that isn't, whatever changes", () => {
  const page = render(<Screen {...SCREENS[0]!} />, { wrapper: StrictMode })
  for (const screen of [...SCREENS, ...SCREENS.toReversed()]) {
    translate(page.container)
    page.rerender(<Screen {...screen} />)
    const fresh = render(<Screen {...screen} />)
    expect(page.container.textContent).toBe(fresh.container.textContent)
    fresh.unmount()
  }
})

test("Sums and numbers aren't translated, but the words beside them, and days and times with their words", () => {
  const kept = [
    ["Book 3 seats for $1,234.50 or −$5.", "3", "$1,234.50", "−$5"],
    ["+2 more, 12.00 EUR, 10% off", "+2", "12.00 EUR", "10"],
    ["Page 2 of 1,005. Round 3: 2–0", "2", "1,005", "3", "2–0"],
    ["12 left", "12"],
    ["Friday, December 4, 7:00–10:00 PM PST, 6 seats left", "6"],
    ["Fri, Dec 4, 2026: 7/24 seats taken", "2026", "7/24"],
    ["2nd place, May"],
    [" 7:00 ", " 7:00 "],
  ]
  for (const [text, ...numbers] of kept) {
    const { container, unmount } = render(<p>{text}</p>)
    expect(container.textContent).toBe(text)
    expect([...container.querySelectorAll("[translate=no]")].map((each) => each.textContent)).toEqual(numbers)
    unmount()
  }
})
