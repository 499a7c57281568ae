import { useMutation, useQuery } from "@tanstack/react-query"
import { type DoorState, hideTablesMutation } from "~/api/queries/staff/door"
import { type ListedTournament, tournamentsQuery } from "~/api/queries/tables"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { formatTime, sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Button, LinkButton } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"
import { Section } from "./Section"

const POLL_MS = 10_000

const skeleton = <Skeleton className="h-12 rounded-card" />

/** The tournament of the date: how to begin it, where it is, and afterward its standings. */
export function Tables({ door }: { door: DoorState }) {
  const query = useQuery({ ...tournamentsQuery(door.product), refetchInterval: POLL_MS })
  const heading = useFocusOnHash("#tables")
  return (
    <Section title="Tables" heading={heading}>
      <Loaded query={query} what="the tables" loading={skeleton}>
        {(tables) => {
          const found = tables.find(({ startTime }) => sameInstant(startTime, door.startTime))
          return found ? <Tournament tables={found} endTime={door.endTime} /> : <NoTournament door={door} />
        }}
      </Loaded>
    </Section>
  )
}

function NoTournament({ door: { closedAt } }: { door: DoorState }) {
  if (closedAt) return <p>No tournament was played.</p>
  return (
    <p>
      A scorekeeper pairs everybody who is in, and enters the results. Make a link for the tables, and send it to their
      phone or open it here.
    </p>
  )
}

function Tournament({ tables, endTime }: { tables: ListedTournament; endTime: string }) {
  const { _id, endedAt, isHidden } = tables
  const hide = useMutation(hideTablesMutation)
  const isOver = endedAt !== null || Date.parse(endTime) <= serverNow()
  const change = async () => {
    await hide.mutateAsync({ _id, isHidden: !isHidden })
    notify.success(isHidden ? "Everybody can see the standings again." : "Only staff can see the standings now.")
  }
  return (
    <>
      <p>
        {endedAt ? `The tournament ended at ${formatTime(endedAt, shop().timeZone)}.` : "A tournament is on."}
        {isOver && isHidden && " Only staff can see its standings."}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton look="secondary" reloadDocument to={paths.tables(_id)}>
          {isOver ? "See the standings" : "See the tables"}
        </LinkButton>
        {isOver && (
          <Button look="secondary" busy={hide.isPending} onClick={() => void change().catch(() => {})}>
            {isHidden ? "Show the standings" : "Hide the standings"}
          </Button>
        )}
      </div>
    </>
  )
}
