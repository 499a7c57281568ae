import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "react-router-dom"
import type { Amounts, LedgerMonth, SettlementLine } from "~/api/types"
import { addEntryMutation, explainMutation } from "~/api/queries/staff/money/ledger"
import { balanceText } from "~/shared/giving/ledgerText"
import { formatPlainDay } from "~/lib/time/months"
import { paths } from "~/paths"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { movementText } from "./compareText"

const ExplainDialog = lazyDialog(() => import("./ExplainDialog"))

/** A movement with its amounts on both sides, and what staff can do about it. */
export function Movement({ month, line }: { month: LedgerMonth; line: SettlementLine }) {
  const { state, date, ours, theirs, order, explanation, paypalId } = line
  return (
    <li className="grid gap-1 border-b border-hair py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{movementText(line)}</span>
        <span>{formatPlainDay(date.slice(0, 10))}</span>
      </p>
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        {paypalId}
        {order && (
          <>
            {", "}
            <Link to={paths.order(order)} className="underline">
              order
            </Link>
          </>
        )}
      </p>
      <dl className="count grid gap-x-6 text-sm sm:grid-cols-2">
        {theirs && <Side name="PayPal" amounts={theirs} />}
        {ours && state !== "matched" && <Side name="Shop" amounts={ours} />}
      </dl>
      {explanation && <p className="[overflow-wrap:anywhere]">{explanation}</p>}
      {(state !== "matched" || explanation) && !month.closedAt && <Actions month={month} line={line} />}
    </li>
  )
}

function Side({ name, amounts: { gross, fee, net } }: { name: string; amounts: Amounts }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="money">
        {balanceText(gross)},{" "}
        {fee === null || net === null ? "fee not known yet" : `fee ${balanceText(fee)}, net ${balanceText(net)}`}
      </dd>
    </div>
  )
}

function Actions({ month, line }: { month: LedgerMonth; line: SettlementLine }) {
  const [open, setOpen] = useState(false)
  const name = `${movementText(line)} of ${formatPlainDay(line.date.slice(0, 10))}`
  return (
    <div className="-mx-1 flex flex-wrap gap-x-3">
      {line.proposal && !line.explanation && <EnterProposal month={month.month} line={line} proposal={line.proposal} />}
      <Button
        look="quiet"
        aria-label={line.explanation ? `Change the explanation: ${name}` : `Explain: ${name}`}
        onClick={() => setOpen(true)}
      >
        {line.explanation ? "Change" : "Explain"}
      </Button>
      <ExplainDialog open={open} onOpenChange={setOpen} month={month} line={line} />
    </div>
  )
}

interface ProposalProps {
  month: string
  line: SettlementLine
  proposal: NonNullable<SettlementLine["proposal"]>
}

/** Enters the line that a movement suggests, such as a transfer to the bank, and explains the movement with it. */
function EnterProposal({ month, line, proposal }: ProposalProps) {
  const add = useMutation(addEntryMutation)
  const explain = useMutation({ ...explainMutation, meta: { invalidates: ["Ledger"] } })
  const enter = async () => {
    // After a failed explanation, the line is there already.
    const { _id } = add.data ?? (await add.mutateAsync({ month, entry: { ...proposal, receipt: "", corrects: "" } }))
    await explain.mutateAsync({ month, paypalId: line.paypalId, text: proposal.text, entry: _id })
    notify.success("The line is entered.")
  }
  return (
    <Button
      look="quiet"
      busy={add.isPending || explain.isPending}
      onClick={() => void enter().catch((error: unknown) => notify.error(String((error as Error).message)))}
    >
      {proposal.kind === "transfer" ? "Enter as a transfer" : "Enter it"}
    </Button>
  )
}
