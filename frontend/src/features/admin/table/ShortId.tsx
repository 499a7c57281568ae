/** The end of an id, because ids have the same beginning. The tooltip and screen readers have the full id. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="count whitespace-nowrap">
      <span aria-hidden>…{id.slice(-6)}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}
