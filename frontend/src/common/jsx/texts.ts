import type { ElementType, ReactNode } from "react"
import { jsx } from "react/jsx-runtime"

interface Props {
  children?: ReactNode
  translate?: "yes" | "no"
}

/** In the group, days and times, such as "Fri, Dec 4", which are translated as words are; and sums and numbers, which aren't. */
const NUMBERS = /([FMSTW]\w{2,8}, \w+ \d+|\d+:\d\d)|[+−]?\$?\b\d[\d,.–/]*\b(?: [A-Z]{3}\b)?/g
/** A text without words. */
const NUMBER = /^\P{L}*$/u

/**
 * Gives each text beside other nodes an element of its own, and says of sums and numbers that they aren't to be translated.
 *
 * A browser's translator puts `<font>` elements in the place of text nodes. React refers to the text nodes that have
 * siblings: it would write a new text into a node that is no longer in the page, and fail when it removes the node or
 * inserts before it. An element's only text is safe, because React sets it by the element's `textContent`.
 */
export function withTexts<P extends Props>(type: ElementType, props: P): P {
  const { children } = props
  const text = joined(children)
  if (Array.isArray(children) && text === undefined) return { ...props, children: apart(children as ReactNode[]) }
  if (!text) return props
  if (typeof type === "string" && NUMBER.test(text)) return { translate: "no", ...props, children: text }
  // A component is a function of ours. A fragment's text may have neighbors.
  if (typeof type === "function" || type === "option" || type === "title") return { ...props, children: text }
  return { ...props, children: typeof type === "symbol" || split(text)[1] ? own(text) : text }
}

/** Returns words and, at odd places, the sums and numbers between them. */
const split = (text: string) => text.replace(NUMBERS, (found, date?: string) => date ?? `\0${found}\0`).split("\0")

/** Returns the text of nodes that are only texts and nothing. */
function joined(node: ReactNode): string | undefined {
  if (node === null || node === undefined || typeof node === "boolean") return ""
  if (Array.isArray(node)) {
    const texts = node.map(joined)
    return texts.includes(undefined) ? undefined : texts.join("")
  }
  return typeof node === "string" || typeof node === "number" ? `${node}` : undefined
}

/** Joins neighboring texts into one element. Other nodes keep their positions, by which React knows them. */
function apart(nodes: ReactNode[]): ReactNode[] {
  const texts = nodes.map(joined)
  let text = ""
  return nodes.map((node, index) => {
    if (texts[index] === undefined) return Array.isArray(node) ? apart(node as ReactNode[]) : node
    text += texts[index]
    if (texts[index + 1] !== undefined) return null
    const whole = text
    text = ""
    return own(whole, index)
  })
}

/**
 * Returns an element with the text, in which its sums and numbers have elements, too. Its key has such a text: with
 * another, it is another element, because the words beside a number can't be replaced.
 */
function own(text: string, place = 0): ReactNode {
  if (!text) return null
  const parts = split(text)
  const isNumber = NUMBER.test(text)
  // Without a box, as the space between two texts has none where they are in a row.
  const props = text.trim() ? isNumber && { translate: "no" } : { className: "contents" }
  const children =
    parts[1] && !isNumber
      ? parts.map((part, index) => (index % 2 ? jsx("span", { translate: "no", children: part }, index) : part))
      : text
  return jsx("span", { ...props, children }, `text ${place}${parts[1] && text}`)
}
