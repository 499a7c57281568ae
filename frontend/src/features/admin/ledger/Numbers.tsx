import type { LedgerMonth } from "~/api/types"
import { journalFile } from "~/api/queries/staff/ledger"
import { paths } from "~/paths"
import { LedgerLines } from "~/shared/giving/LedgerLines"
import { Hint } from "~/ui/forms/Field"
import { LinkButton } from "~/ui/layout/Button"

/** The month as visitors see it, and its files. */
export function Numbers({ month }: { month: LedgerMonth }) {
  const isDraft = month.closedAt === null
  return (
    <>
      <LedgerLines month={month} />
      <div className="flex flex-wrap gap-3">
        <LinkButton look="secondary" reloadDocument download to={journalFile(month.month)}>
          {isDraft ? "Journal (draft)" : "Journal"}
        </LinkButton>
        <LinkButton look="secondary" to={paths.ledger(month.month)}>
          As visitors see it
        </LinkButton>
      </div>
      <Hint>The journal is a CSV file for QuickBooks Online or GnuCash. It has order IDs and no names.</Hint>
    </>
  )
}
