import { formatDate } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Pencil, Plus, Trash2 } from "lucide-react"
import type { Goal, ListedGoal } from "~/common/api/types"
import { deleteGoalMutation, goalsQuery } from "~/shop/queries/staff/money"
import { type EventName, eventNamesQuery } from "~/shop/queries/staff/orders"
import { cut, RowAction } from "~/shop/features/admin/table/cells"
import { AdminTable, type Column } from "~/shop/features/admin/table/Table"
import { Page } from "~/shop/layout/Page"
import { seen } from "~/common/lib/changes"
import { formatMoney } from "~/common/lib/money"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { GoalEditor } from "./GoalEditor"

/** What the club collects money for, and how far it has come: /admin/goals */
export default function GoalsPage() {
  const query = useQuery(goalsQuery())
  const { data: events = [] } = useQuery(eventNamesQuery())
  const add = (
    <DialogButton title="New goal" content={(close) => <GoalEditor goal={null} onClose={close} />}>
      <Plus aria-hidden size={18} />
      New goal
    </DialogButton>
  )
  return (
    <Page title="Goals" beside={add}>
      <Loaded query={query} what="the goals" loading={<Skeleton className="h-60 rounded-card" />}>
        {({ goals }) =>
          goals.length === 0 ? (
            <EmptyState>No goals yet. With one, visitors see how far you have come.</EmptyState>
          ) : (
            <AdminTable
              className="one-line"
              caption="Goals"
              columns={goalColumns(events)}
              rows={goals}
              rowKey={(goal) => goal._id}
              actions={(goal) => <GoalActions goal={goal} />}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

const goalColumns = (events: readonly EventName[]): readonly Column<ListedGoal>[] => [
  { label: "Title", names: true, className: "xl:w-full xl:max-w-0", cell: ({ title }) => <Cut text={title} /> },
  { label: "For", cell: (goal) => <Cut text={spanText(goal, events)} className="xl:max-w-64" /> },
  { label: "So far", right: true, cell: (goal) => <Progress goal={goal} /> },
  { label: "Pays for", className: "text-ink-2", cell: (goal) => <Cut text={unitText(goal)} className="xl:max-w-72" /> },
]

const Cut = ({ text, className }: { text: string; className?: string }) => (
  <span title={text} className={clsx(cut, "[overflow-wrap:anywhere]", className)}>
    {text}
  </span>
)

/** The event's name, or the first and the last day of a season. */
function spanText({ product, startsOn, endsOn }: Goal, events: readonly EventName[]): string {
  if (product) return events.find(({ _id }) => _id === product)?.name ?? "An event"
  return `${formatDate(startsOn!)} to ${formatDate(endsOn!)}`
}

/** "$159.47 of $900.00", with a bar */
function Progress({ goal: { raised, target } }: { goal: ListedGoal }) {
  if (target === null) return <span className="money">{formatMoney(raised)}</span>
  const percent = Math.min(100, Math.max(0, (100 * raised) / target))
  return (
    <>
      <span className="money">
        {formatMoney(raised)} of {formatMoney(target)}
      </span>
      <span aria-hidden className="mt-0.5 block h-1.5 overflow-hidden rounded-pill bg-malt">
        <span className="block h-full bg-felt-2" style={{ width: `${percent}%` }} />
      </span>
    </>
  )
}

/** "school lunches at $1.80 each (USDA)"; "" if the goal names nothing. */
function unitText({ unitName, unitCost, source }: Goal): string {
  return unitCost === null ? "" : `${unitName} at ${formatMoney(unitCost)} each${source && ` (${source})`}`
}

function GoalActions({ goal }: { goal: ListedGoal }) {
  const { mutateAsync: remove } = useMutation(deleteGoalMutation)
  const { _id, title } = goal
  return (
    <>
      <DialogButton
        opener={(open) => <RowAction compact icon={Pencil} label="Edit" of={title} onClick={open} />}
        title="Edit goal"
        content={(close) => <GoalEditor goal={goal} onClose={close} />}
      />
      <MoreMenu of={title}>
        <ConfirmButton
          opener={(open) => <MenuAction icon={Trash2} label="Delete" of={title} removes onClick={open} />}
          title={`Delete “${title}”?`}
          body="Visitors then no longer see how far you have come. The ledger stays as it is."
          action="Delete"
          busyText="Deleting…"
          danger
          onConfirm={() => remove({ id: _id, ...seen(goal, "title", "product", "startsOn", "endsOn", "target") })}
          done="The goal is deleted."
        />
      </MoreMenu>
    </>
  )
}
