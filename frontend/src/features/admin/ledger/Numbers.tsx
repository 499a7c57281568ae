import type { LedgerMonth } from "~/api/types"
import { journalFile } from "~/api/queries/staff/money/ledger"
import { paths } from "~/paths"
import { LedgerLines } from "~/shared/giving/LedgerLines"
import { balanceText } from "~/shared/giving/ledgerText"
import { Hint } from "~/ui/forms/Field"
import { LinkButton } from "~/ui/layout/Button"

/** The month as visitors see it, what they don't see yet, and the month's files. */
export function Numbers({ month }: { month: LedgerMonth }) {
  const isDraft = month.closedAt === null
  return (
    <>
      <LedgerLines month={month} />
      {Boolean(month.hidden) && (
        <p>
          Not public yet: {balanceText(month.hidden!)} of gifts, after PayPal's fees. They appear once three people have
          given. Pay them out then, so that nobody can calculate them from a payout.
        </p>
      )}
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
