import type { MembersPreview } from "~/api/types"
import { counted } from "~/lib/counted"

const MOST = 50

const head = "border-b-2 border-hair px-3 py-2 text-left font-semibold"
const cell = "border-b border-hair px-3 py-2 align-top [overflow-wrap:anywhere] group-last:border-b-0"

/** The rows that can't be imported. */
export function ImportErrors({ errors }: Pick<MembersPreview, "errors">) {
  const rows = new Set(errors.map(({ row }) => row)).size
  return (
    <div className="grid gap-2">
      <p role="status">
        {counted(rows, "row")} {rows === 1 ? "has" : "have"} to be corrected first.
      </p>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Rows to correct</caption>
        <thead>
          <tr>
            {["Row", "Column", "What to do"].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, MOST).map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`} className="group">
              <th scope="row" className={`count ${cell} text-left`}>
                {row}
              </th>
              <td className={`${cell} whitespace-nowrap`}>{column}</td>
              <td className={cell}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.length > MOST && <p className="text-sm text-ink-2">The first {MOST} are shown.</p>}
    </div>
  )
}
