/** Ids share their beginning, so the end tells them apart; the whole one is there to point at and to hear. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="count whitespace-nowrap">
      <span aria-hidden>…{id.slice(-6)}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}
