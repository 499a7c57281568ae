/** The end of an ID, because IDs begin alike. The tooltip and screen readers have the full ID. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="count whitespace-nowrap">
      <span aria-hidden>…{id.slice(-6)}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}
