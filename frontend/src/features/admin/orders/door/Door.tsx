import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useParams, useSearchParams } from "react-router-dom"
import { ApiError, messageOf } from "~/api/client"
import {
  createLinkMutation,
  doorOfDateQuery,
  doorQuery,
  openDoorMutation,
  type NewLink,
} from "~/api/queries/staff/door"
import { guestsQuery, type GuestList } from "~/api/queries/staff/orders"
import { CloseDoor } from "./CloseDoor"
import { Conflicts } from "./Conflicts"
import { DrawerState } from "./DrawerState"
import { Links } from "./links/Links"
import { Phones } from "./Phones"
import { Tables } from "./Tables"
import { Unusable } from "./Unusable"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { formatTime } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Hint } from "~/ui/forms/Field"
import { Button, LinkButton } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { When } from "~/ui/time/When"

const NewLinkDialog = lazyDialog(() => import("./links/NewLinkDialog"))
const skeleton = <Skeleton className="h-96 rounded-card" />

/** The door of one date: links for volunteers, who is in, conflicts, the drawer, and the end. */
export default function Door() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const query = useQuery(guestsQuery(id!, params.get("date") ?? undefined))
  const { status } = query.error instanceof ApiError ? query.error : { status: null }
  if (!query.data && (status === 404 || status === 400)) return <NotFound>We can't find that date.</NotFound>
  return (
    <Page title="Door" heading={query.data ? `Door: ${query.data.name}` : "Door"}>
      <Loaded query={query} what="the date" loading={skeleton}>
        {(date) => (
          <div className="grid gap-5">
            <div className="grid justify-items-start gap-1">
              <When start={date.startTime} end={date.endTime} timeZone={shop().timeZone} className="font-semibold" />
              <LinkButton look="quiet" className="-ml-1" to={paths.adminGuests(date.product, date.startTime)}>
                Guest list
              </LinkButton>
            </div>
            <DoorOfDate date={date} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function DoorOfDate({ date }: { date: GuestList }) {
  const query = useQuery(doorOfDateQuery(date.product, date.startTime))
  const [first, setFirst] = useState<NewLink | null>(null)
  return (
    <>
      <Loaded query={query} what="the door" loading={skeleton}>
        {({ night: id }) => (id ? <OpenDoor id={id} /> : <Start date={date} onLink={setFirst} />)}
      </Loaded>
      <NewLinkDialog open={first !== null} onOpenChange={(isOpen) => !isOpen && setFirst(null)} link={first} />
    </>
  )
}

/** Opens the door and makes its first link, because nobody opens a door without one. */
function Start({ date: { product, startTime }, onLink }: { date: GuestList; onLink: (link: NewLink) => void }) {
  const open = useMutation(openDoorMutation)
  const create = useMutation(createLinkMutation)
  const start = async () => {
    const { _id: id } = await open.mutateAsync({ product, bookingDate: startTime })
    onLink(await create.mutateAsync({ id, role: "door" }))
  }
  return (
    <div className="grid max-w-[38rem] justify-items-start gap-4 rounded-card border border-hair bg-paper p-4 lg:p-5">
      <p>
        Volunteers scan tickets with their own phones. Open the door, then send each of them a link and its PIN: the
        first is made at once. Nobody needs an account or an app.
      </p>
      {open.error && (
        <Notice look="error" role="alert">
          {messageOf(open.error)}
        </Notice>
      )}
      <Button
        busy={open.isPending || create.isPending}
        busyText="Opening…"
        onClick={() => void start().catch(() => {})} // the notice or a toast shows the error
      >
        Open the door
      </Button>
    </div>
  )
}

function OpenDoor({ id }: { id: string }) {
  const query = useQuery(doorQuery(id))
  const { timeZone } = shop()
  return (
    <Loaded query={query} what="the door" loading={skeleton}>
      {(door) => (
        <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
          <div className="grid gap-1 lg:col-span-2">
            <p role="status" className="count text-2xl font-bold">
              {door.in} of {door.guests} in
            </p>
            {door.closedAt && <p>Closed at {formatTime(door.closedAt, timeZone)}.</p>}
            {query.isError && <Hint>We couldn't update this. Trying again…</Hint>}
          </div>
          <Conflicts door={door} />
          <Unusable door={door} />
          <Links door={door} />
          <Phones door={door} />
          <Tables door={door} />
          <DrawerState door={door} />
          {!door.closedAt && <CloseDoor door={door} />}
        </div>
      )}
    </Loaded>
  )
}
