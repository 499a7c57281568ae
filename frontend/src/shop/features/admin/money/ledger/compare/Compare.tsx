import { formatDay } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "~/common/ui/layout/Link"
import { isRefusal } from "~/common/api/client"
import { addEntryMutation, explainMutation, settlementQuery } from "~/shop/queries/staff/money"
import type { Amounts, LedgerMonth, SettlementLine } from "~/common/api/types"
import { change } from "~/common/lib/changes"
import { counted, messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { balanceText } from "~/shop/shared/giving/ledgerText"
import { Notice } from "~/common/ui/feedback/Notice"
import { ErrorPanel } from "~/common/ui/feedback/States"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"
import { movementText, OPEN_STATES } from "./compareText"
import { ExplainForm } from "./ExplainForm"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { Fold } from "~/common/ui/layout/Fold"

/** The month at PayPal beside the month in the shop. What doesn't match comes first. */
export function Compare({ month }: { month: LedgerMonth }) {
  const query = useQuery(settlementQuery(month.month))
  if (query.data) return <Lines month={month} lines={query.data.lines} />
  if (query.isPending) return null // the page waits for it
  const isUnavailable = isRefusal(query.error, "no_record")
  if (isUnavailable) return <Notice look="warning">{messageOf(query.error)}</Notice>
  return <ErrorPanel what="PayPal's record" onRetry={() => void query.refetch()} message={messageOf(query.error)} />
}

function Lines({ month, lines }: { month: LedgerMonth; lines: readonly SettlementLine[] }) {
  const rowsIn = (state: SettlementLine["state"]) =>
    lines
      .filter((line) => line.state === state)
      // A payment and its reversal may have the same ID.
      .map((line) => <Movement key={`${line.paypalId} ${line.ours?.gross}`} month={month} line={line} />)
  const open = OPEN_STATES.map((group) => ({ ...group, rows: rowsIn(group.state) }))
  const left = open.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      <p role="status" className="count font-semibold">
        {left === 0 ? "Everything matches or is explained." : `${counted(left, "line")} to explain.`}
      </p>
      {open.map(
        ({ state, heading, hint, rows }) =>
          rows.length > 0 && (
            <div key={state}>
              <h3>{heading}</h3>
              <p className="text-sm text-ink-2">{hint}</p>
              <ul>{rows}</ul>
            </div>
          ),
      )}
      {(["explained", "matched"] as const).map((state) => {
        const rows = rowsIn(state)
        return (
          rows.length > 0 && (
            <Fold key={state} className="count" title={`${counted(rows.length, "line")} ${state}`}>
              <ul>{rows}</ul>
            </Fold>
          )
        )
      })}
    </>
  )
}

/** A movement with its amounts on both sides, and what staff can do about it. */
function Movement({ month, line }: { month: LedgerMonth; line: SettlementLine }) {
  const { state, date, ours, theirs, order, explanation, paypalId } = line
  return (
    <li className="grid gap-1 border-b border-hair py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{movementText(line)}</span>
        <span>{formatDay(date.slice(0, 10))}</span>
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
  const name = `${movementText(line)} of ${formatDay(line.date.slice(0, 10))}`
  return (
    <div className="-mx-1 flex flex-wrap gap-x-3">
      {line.proposal && !line.explanation && <EnterProposal month={month.month} line={line} proposal={line.proposal} />}
      <DialogButton
        look="quiet"
        aria-label={line.explanation ? `Change the explanation: ${name}` : `Explain: ${name}`}
        title="Explain this movement"
        description={`${movementText(line)}, ${formatDay(line.date.slice(0, 10))}`}
        content={(close) => <ExplainForm month={month} line={line} onClose={close} />}
      >
        {line.explanation ? "Change" : "Explain"}
      </DialogButton>
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
  const explain = useMutation(explainMutation)
  const enter = async () => {
    // After a failed explanation, the line is there already.
    const { _id } = add.data ?? (await add.mutateAsync({ month, entry: { ...proposal, receipt: "", corrects: "" } }))
    const shown = { text: line.explanation ?? "", entry: line.entry ?? "" }
    const explained = change(shown, { text: proposal.text, entry: _id })
    await explain.mutateAsync({ month, paypalId: line.paypalId, ...explained })
    notify.success("The line is entered.")
  }
  return (
    <Button
      look="quiet"
      busy={add.isPending || explain.isPending}
      onClick={() => void enter().catch((error: unknown) => notify.error(messageOf(error)))}
    >
      {proposal.kind === "transfer" ? "Enter as a transfer" : "Enter it"}
    </Button>
  )
}
