import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { useEffect, useId, useRef, useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import { type DateMessageForm, type DateMessagePreview, sendMessageMutation } from "~/api/queries/staff/messages"
import { counted } from "~/lib/text"
import { Notice } from "~/ui/feedback/Notice"
import { Hint } from "~/ui/forms/Field"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"

export interface CheckedMessage {
  message: DateMessageForm
  preview: DateMessagePreview
  /** A new one for each preview, so that sending it again after a lost answer sends nothing twice. */
  idempotencyKey: string
}

interface MessageCheckProps extends CheckedMessage {
  productId: string
  onBack: () => void
  /** Loads the preview again. */
  onChanged: () => Promise<void>
  onSent: (recipients: number) => void
}

/** How many people get the message, what they read, and the button that sends it. */
export function MessageCheck({
  productId,
  message,
  preview,
  idempotencyKey,
  onBack,
  onChanged,
  onSent,
}: MessageCheckProps) {
  const online = useOnline()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")
  const { mutateAsync } = useMutation(sendMessageMutation)
  useEffect(() => heading.current?.focus(), [])

  const send = async () => {
    if (sending.current) return // two presses within one frame
    sending.current = true
    setBusy(true)
    setProblem("")
    try {
      const sent = await mutateAsync({ productId, message: { ...message, digest: preview.digest }, idempotencyKey })
      onSent(sent.recipients)
    } catch (error) {
      setProblem(messageOf(error))
      if (error instanceof ApiError && error.code === "changed")
        await onChanged().catch((again: unknown) => setProblem(messageOf(again)))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const people = counted(preview.recipients, "person", "people")
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-card border border-hair bg-paper p-4 lg:p-5">
      <h2 ref={heading} id={id} tabIndex={-1} className="count">
        {preview.recipients === 0
          ? "Nobody gets this."
          : `${people} ${preview.recipients === 1 ? "gets" : "get"} this.`}
      </h2>
      <Email html={preview.html} />
      <Hint>Everyone is greeted by their own name, and the link leads to their own order or ticket.</Hint>
      {problem && (
        <Notice look="error" role="alert">
          {problem}
        </Notice>
      )}
      <DialogButtons>
        <Button look="secondary" onClick={onBack}>
          Change something
        </Button>
        {preview.recipients > 0 && (
          <Button busy={busy} busyText="Sending…" disabled={!online} onClick={() => void send()}>
            Send to {people}
          </Button>
        )}
        {!online && <Hint>You're offline. This needs a connection.</Hint>}
      </DialogButtons>
    </section>
  )
}

const looks = {
  title: "text-xl font-bold",
  text: "",
  button: "font-semibold underline",
  footer: "border-t border-hair pt-3 text-sm text-ink-2",
} as const

function Email({ html }: { html: string }) {
  return (
    <article aria-label="The email" className="grid gap-3 rounded-md border border-line bg-foam p-4">
      {readEmail(html).map(({ kind, text }, index) => (
        <p key={index} className={clsx("[overflow-wrap:anywhere] whitespace-pre-line", looks[kind])}>
          {text}
        </p>
      ))}
    </article>
  )
}

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
function readEmail(html: string): EmailPart[] {
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
