/**
 * Django templates out of drawings. What differs between two drawings of one page becomes an {% if %}: so every branch
 * is drawn by the page's own components, and none is written by hand.
 */

const OPEN = "\u{E000}"
const CLOSE = "\u{E001}"

/** Stands in a drawing where Django will put a value: token("tile.name") → {{ tile.name }} */
export function token(expression: string): string {
  return OPEN + expression + CLOSE
}

/** A yes or no that decides what is drawn, by the name it has in Django's context; below it what matters only then. */
export interface Choice {
  test: string
  yes?: Choice[]
  no?: Choice[]
}

/** Whether a test holds in the drawing that is being made. */
export type Told = (test: string) => boolean

type Piece = string | { test: string; yes: readonly Piece[]; no: readonly Piece[] }

/** Draws once for every way the choices can go; `draw` must answer the same HTML for the same answers. */
export function template(choices: readonly Choice[], draw: (told: Told) => string): string {
  return write(pieces(choices, draw, new Map()))
}

function pieces(choices: readonly Choice[], draw: (told: Told) => string, told: ReadonlyMap<string, boolean>): Piece[] {
  const [choice, ...later] = choices
  if (!choice) return split(draw((test) => told.get(test) ?? false))
  const side = (answer: boolean) =>
    pieces([...((answer ? choice.yes : choice.no) ?? []), ...later], draw, new Map(told).set(choice.test, answer))
  return merge(choice.test, side(true), side(false))
}

/** Tags, texts and tokens: a difference never begins or ends inside one of them. */
function split(html: string): string[] {
  return html.match(/\u{E000}[^\u{E001}]*\u{E001}|<[^>]*>|[^<\u{E000}]+/gu) ?? []
}

/** What is alike in both is kept once, in order; every stretch that is not goes into a branch. */
function merge(test: string, yes: readonly Piece[], no: readonly Piece[]): Piece[] {
  if (JSON.stringify(yes) === JSON.stringify(no)) throw new Error(`"${test}" changes nothing.`)
  const names = [yes, no].map((side) => side.map((piece) => JSON.stringify(piece))) as [string[], string[]]
  const common = commonLengths(...names)
  const merged: Piece[] = []
  let branches = { yes: [] as Piece[], no: [] as Piece[] }
  const close = () => {
    if (branches.yes.length + branches.no.length > 0) merged.push({ test, ...branches })
    branches = { yes: [], no: [] }
  }
  let [i, j] = [0, 0]
  while (i < yes.length || j < no.length) {
    if (i < yes.length && names[0][i] === names[1][j]) {
      close()
      merged.push(yes[i++]!)
      j++
    } else if (j === no.length || (i < yes.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      branches.yes.push(yes[i++]!)
    } else {
      branches.no.push(no[j++]!)
    }
  }
  close()
  return merged
}

/** How many pieces both have in common, in order, from each place on. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => Array<number>(other.length + 1).fill(0))
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i]!, lengths[i + 1]!]
      row[j] = one[i] === other[j] ? next[j + 1]! + 1 : Math.max(next[j]!, row[j + 1]!)
    }
  }
  return lengths
}

function write(parts: readonly Piece[]): string {
  return parts.map((part) => (typeof part === "string" ? writeText(part) : writeBranches(part))).join("")
}

function writeBranches({ test, yes, no }: Exclude<Piece, string>): string {
  if (yes.length === 0) return `{% if not ${test} %}${write(no)}{% endif %}`
  const otherwise = no.length > 0 ? `{% else %}${write(no)}` : ""
  return `{% if ${test} %}${write(yes)}${otherwise}{% endif %}`
}

function writeText(text: string): string {
  if (/\{[{%#]/.test(text)) throw new Error(`Django would read this as its own: ${text}`)
  return text.replaceAll(OPEN, "{{ ").replaceAll(CLOSE, " }}")
}

/** Once for each of a list: `html` has to be in the template exactly once, drawn with one of them. */
export function forEach(drawn: string, html: string, item: string, list: string): string {
  return swap(drawn, html, `{% for ${item} in ${list} %}${html}{% endfor %}`)
}

export function swap(drawn: string, old: string, next: string): string {
  const found = drawn.split(old).length - 1
  if (found !== 1) throw new Error(`Expected once, found ${found} times: ${old}`)
  return drawn.replace(old, () => next)
}

/** The one element of this kind (that holds a text), with all that is in it; such elements must not lie in one another. */
export function elementWith(drawn: string, tag: string, text = ""): string {
  const found = drawn.match(new RegExp(`<${tag}[ >].*?</${tag}>`, "gs"))?.filter((html) => html.includes(text)) ?? []
  if (found.length !== 1) throw new Error(`Expected one <${tag}> with ${text}, found ${found.length}.`)
  return found[0]!
}
