/** How large a number is beside another one: "82% of the seats" */
export function Bar({ share, of }: { share: number; of: string }) {
  const percent = Math.round(100 * Math.min(Math.max(share, 0), 1))
  return (
    <svg
      role="img"
      aria-label={`${percent}% of ${of}`}
      className="block h-1.5 w-14 shrink-0 overflow-hidden rounded-pill in-[td]:mt-1 in-[td]:ml-auto"
      preserveAspectRatio="none"
    >
      <rect width="100%" height="100%" className="fill-hair" />
      <rect width={`${percent}%`} height="100%" className="fill-link" />
    </svg>
  )
}
