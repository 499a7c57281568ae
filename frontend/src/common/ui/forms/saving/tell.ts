/** A field of a form in words: its label and a value, as the page shows them. */
import { formatDay, formatTime } from "~/common/lib/time/clubTime"
import { wordsOf } from "./problems"

interface Told {
  label: string
  text: string
}

export function tell(form: HTMLFormElement | null, name: string, value: unknown): Told {
  const found = form?.elements.namedItem(name)
  const controls = (found instanceof RadioNodeList ? [...found] : found ? [found] : []) as HTMLInputElement[]
  const [first] = controls
  const isGroup = first !== undefined && (first.type === "radio" || Array.isArray(value))
  const label = textOf(isGroup ? first.closest("fieldset")?.querySelector("legend") : first?.labels?.[0])
  const texts = [value].flat().map((each) => valueText(controls, each))
  return { label: label || wordsOf(name), text: texts.join(", ") || "nothing" }
}

const textOf = (label: Element | null | undefined) => label?.textContent.replace(" (optional)", "")

function valueText(controls: readonly HTMLInputElement[], value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  const [first] = controls
  if (first instanceof HTMLSelectElement)
    return [...first.options].find((option) => option.value === value)?.text ?? String(value)
  const choice = controls.find((control) => control.type !== "text" && control.value === value && control.labels)
  if (choice && /radio|checkbox/.test(choice.type)) return textOf(choice.labels?.[0]) ?? ""
  const text = String(value ?? "")
  if (text && first?.type === "date") return formatDay(text, "UTC")
  if (text && first?.type === "datetime-local")
    return `${formatDay(`${text}Z`, "UTC")} · ${formatTime(`${text}Z`, "UTC")}`
  const prefix = first?.parentElement?.querySelector(":scope > [aria-hidden]")?.textContent // of an amount: the dollar sign
  return text && `${prefix ?? ""}${text}`
}
