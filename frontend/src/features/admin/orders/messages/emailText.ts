interface EmailPart {
  kind: "title" | "text" | "button" | "footer"
  text: string
}

/** Parsing them would be reported as violations. Quotation marks in what staff wrote are escaped, so it stays whole. */
const STYLES = /<style>[^<]*<\/style>| style="[^"]*"/g

/**
 * Returns the texts of an email in their order. The page shows them instead of the HTML, because its content security
 * policy allows no inline styles, and text can't contain scripts or load images.
 */
export function readEmail(html: string): EmailPart[] {
  const page = new DOMParser().parseFromString(html.replace(STYLES, ""), "text/html")
  for (const lineBreak of page.querySelectorAll("br")) lineBreak.replaceWith("\n")
  return [...page.querySelectorAll("h1, p, .quiet")].map((part) => ({ kind: kindOf(part), text: trimLines(part) }))
}

function kindOf(part: Element): EmailPart["kind"] {
  if (part.localName === "h1") return "title"
  if (part.classList.contains("quiet")) return "footer"
  return part.querySelector(".button") ? "button" : "text"
}

const trimLines = ({ textContent }: Element) =>
  textContent
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()
