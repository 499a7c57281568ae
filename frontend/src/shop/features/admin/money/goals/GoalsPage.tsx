import { formatShortDate } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import type { Goal } from "~/common/api/types"
import { deleteGoalMutation, goalsQuery } from "~/shop/queries/staff/money"
import { eventNamesQuery } from "~/shop/queries/staff/orders"
import { Page } from "~/shop/layout/Page"
import { formatMoney } from "~/common/lib/money"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { GoalEditor } from "./GoalEditor"

/** What the club wants to reach: /admin/goals */
export default function GoalsPage() {
  const query = useQuery(goalsQuery())
  const add = (
    <DialogButton title="New goal" content={(close) => <GoalEditor goal={null} onClose={close} />}>
      <Plus aria-hidden size={18} />
      New goal
    </DialogButton>
  )
  const isEmpty = query.data?.goals.length === 0
  return (
    <Page title="Goals" beside={!isEmpty && add}>
      <Loaded query={query} what="the goals" loading={<Skeleton className="h-60 rounded-card" />}>
        {({ goals }) =>
          goals.length === 0 ? (
            <EmptyState action={add}>No goals yet. With one, visitors see how far you have come.</EmptyState>
          ) : (
            <ul className="grid gap-3 lg:grid-cols-2">
              {goals.map((goal) => (
                <GoalRow key={goal._id} goal={goal} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function GoalRow({ goal }: { goal: Goal }) {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const { mutateAsync: remove } = useMutation(deleteGoalMutation)
  const { title, product, startsOn, endsOn, target, unitName, unitCost, source } = goal
  const event = events.find(({ _id }) => _id === product)?.name ?? "An event"
  const about = product ? event : `${formatShortDate(startsOn!)} to ${formatShortDate(endsOn!)}`
  return (
    <li className="grid content-start gap-1 panel p-4">
      <h2 className="font-text text-lg font-bold [overflow-wrap:anywhere]">{title}</h2>
      {about !== title && <p className="[overflow-wrap:anywhere]">{about}</p>}
      {target !== null && <p className="money">Goal: {formatMoney(target)}</p>}
      {unitCost !== null && (
        <p className="money text-ink-2 [overflow-wrap:anywhere]">
          Pays for {unitName} at {formatMoney(unitCost)} each
          {source && ` (${source})`}
        </p>
      )}
      <div className="-mx-1 flex flex-wrap gap-x-3">
        <DialogButton
          look="quiet"
          aria-label={`Edit ${title}`}
          className="min-w-tap"
          title="Edit goal"
          content={(close) => <GoalEditor goal={goal} onClose={close} />}
        >
          Edit
        </DialogButton>
        <ConfirmButton
          look="quiet"
          aria-label={`Delete ${title}`}
          title={`Delete “${title}”?`}
          body="Visitors then no longer see how far you have come. The ledger stays as it is."
          action="Delete"
          busyText="Deleting…"
          danger
          onConfirm={() => remove(goal._id)}
          done="The goal is deleted."
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}
