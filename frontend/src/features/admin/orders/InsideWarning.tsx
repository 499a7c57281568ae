import { Notice } from "~/ui/feedback/Notice"

/** Tells staff how many people came in with seats that they are about to take away. Nothing if nobody did. */
export function InsideWarning({ inside }: { inside: number | undefined }) {
  if (!inside) return null
  const people = inside === 1 ? "1 person is" : `${inside} people are`
  return <Notice look="warning">{people} inside already.</Notice>
}
