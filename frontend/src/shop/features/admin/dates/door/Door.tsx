import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { DrawerForms } from "./DrawerForms"
import { isRefusal } from "~/common/api/client"
import {
  closeDoorMutation,
  createLinkMutation,
  doorOfDateQuery,
  doorQuery,
  hideTablesMutation,
  openDoorMutation,
} from "~/shop/queries/staff/door"
import type { DoorState, GuestList, ListedTournament, NewLink } from "~/common/api/types"
import { tournamentsQuery } from "~/shop/queries/tables"
import { DatePage } from "~/shop/features/admin/dates/DatePage"
import { leftText } from "~/shop/features/admin/dates/leftText"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { messageOf } from "~/common/lib/text"
import { formatMoment, formatTime, sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Hint } from "~/common/ui/forms/Field"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { Disclosure } from "~/common/ui/layout/Disclosure"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"
import { When } from "~/common/ui/time/When"
import { Conflicts, Unusable } from "./Conflicts"
import { drawerText, lateMoveText } from "./doorText"
import { Phones } from "./Phones"
import { row, Section } from "~/shop/features/admin/Section"
import { NewLinkDialog } from "./NewLinkDialog"
import { RefundCashForm } from "./RefundCashForm"

const skeleton = <Skeleton className="h-96 rounded-card" />

/** The door of one date: who is in, conflicts, then the volunteers' phones beside the evening, which ends with it. */
export default function Door() {
  return (
    <DatePage title="Door">
      {(date) => (
        <div className="grid gap-5">
          <div className="grid justify-items-start gap-1">
            <When start={date.startTime} end={date.endTime} className="font-semibold" />
            {date.place && <p className="wrap-anywhere">{date.place}</p>}
            <LinkButton look="quiet" className="-ml-1" to={paths.adminGuests(date.product, date.startTime)}>
              Guest list
            </LinkButton>
          </div>
          <DoorOfDate date={date} />
        </div>
      )}
    </DatePage>
  )
}

function DoorOfDate({ date }: { date: GuestList }) {
  const query = useQuery(doorOfDateQuery(date.product, date.startTime))
  const [first, setFirst] = useState<NewLink | null>(null)
  return (
    <>
      <Loaded query={query} what="the door" loading={skeleton}>
        {({ night: id, earlier }) => (
          <>
            {id ? <OpenDoor id={id} /> : <Start date={date} onLink={setFirst} />}
            {earlier.map((each) => (
              <Disclosure key={each} text="The door before the date moved">
                <OpenDoor id={each} isEarlier />
              </Disclosure>
            ))}
          </>
        )}
      </Loaded>
      {first && <NewLinkDialog link={first} onClose={() => setFirst(null)} />}
    </>
  )
}

/** Opens the door and adds its first phone, because nobody opens a door without one. */
function Start({ date: { product, startTime }, onLink }: { date: GuestList; onLink: (link: NewLink) => void }) {
  const open = useMutation(openDoorMutation)
  const create = useMutation(createLinkMutation)
  const start = async () => {
    const { _id: id } = await open.mutateAsync({ product, bookingDate: startTime })
    onLink(await create.mutateAsync({ id, role: "door" }))
  }
  return (
    <div className="grid max-w-form justify-items-start gap-4 panel p-4 lg:p-5">
      <p>
        Volunteers scan tickets with their own phones. Open the door, then add a phone for each of them: the first one
        right away. Nobody needs an account or an app.
      </p>
      <ErrorNotice error={open.error} />
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

/** `isEarlier`: its evening was over before the date moved to another day. */
function OpenDoor({ id, isEarlier = false }: { id: string; isEarlier?: boolean }) {
  const query = useQuery(doorQuery(id))
  return (
    <Loaded query={query} what="the door" loading={skeleton}>
      {(door) => (
        <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
          <div className="grid gap-1 lg:col-span-2">
            <p role="status" className="count text-2xl font-bold">
              {door.in} of {door.guests} in
              {!door.closedAt && <span className="text-lg font-normal"> · {leftText(door)}</span>}
            </p>
            {door.closedAt && <p>Closed at {(isEarlier ? formatMoment : formatTime)(door.closedAt)}.</p>}
            {query.isError && <Hint>We couldn't update this. Trying again…</Hint>}
          </div>
          <Conflicts door={door} />
          <Unusable door={door} />
          <Phones door={door} />
          <div className="grid gap-5">
            <DrawerState door={door} />
            {!isEarlier && <Tables door={door} />}
            {!door.closedAt && <CloseDoor id={id} />}
          </div>
        </div>
      )}
    </Loaded>
  )
}

/** Ends check-in and sales. What phones have not sent yet is still accepted afterward. */
function CloseDoor({ id }: { id: string }) {
  const close = useMutation({ ...closeDoorMutation, onSuccess: () => notify.success("The door is closed.") })
  const isUnsent = isRefusal(close.error, "unsent_entries")
  return (
    <Section title="Close the door">
      {close.error && (
        <Notice look={isUnsent ? "warning" : "error"} role="alert">
          <p>{messageOf(close.error)}</p>
          {isUnsent && (
            <>
              <p>
                Bring the phones online first, if you can. Entries that arrive later still count, and are listed as
                conflicts.
              </p>
              <Button look="removes" busy={close.isPending} onClick={() => close.mutate({ id, force: true })}>
                Close anyway
              </Button>
            </>
          )}
        </Notice>
      )}
      <Dangerous sentence="When everybody is in and the drawer is counted. Phones stop checking in and selling, and nobody can open it again.">
        <ConfirmButton
          look="removes"
          title="Close the door?"
          body="Volunteers can't check in or sell afterward. The door can't be opened again."
          action="Close"
          busyText="Closing…"
          onConfirm={() => close.mutateAsync({ id, force: false }).catch(() => {})} // the notice shows it
        >
          Close the door
        </ConfirmButton>
      </Dangerous>
    </Section>
  )
}

const POLL_MS = 10_000

/** The tournament of the date: how to begin it, where it is, and afterward its standings. */
function Tables({ door }: { door: DoorState }) {
  const query = useQuery({ ...tournamentsQuery(door.product), refetchInterval: POLL_MS })
  const heading = useFocusOnHash("#tables")
  return (
    <Section title="Tables" heading={heading}>
      <Loaded query={query} what="the tables" loading={<Skeleton className="h-12 rounded-card" />}>
        {(tables) => {
          const found = tables.find(({ startTime }) => sameInstant(startTime, door.startTime))
          if (found) return <Tournament tables={found} endTime={door.endTime} />
          if (door.closedAt) return <p>No tournament was played.</p>
          return (
            <p>
              A scorekeeper pairs everybody who is in, and enters the results. Add a phone that runs the tables, or open
              it here.
            </p>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Tournament({ tables, endTime }: { tables: ListedTournament; endTime: string }) {
  const { _id, endedAt, isHidden } = tables
  const hide = useMutation({
    ...hideTablesMutation,
    onSuccess: (_, sent) =>
      notify.success(
        sent.isHidden ? "Only staff can see the standings now." : "Everybody can see the standings again.",
      ),
  })
  const isOver = endedAt !== null || Date.parse(endTime) <= serverNow()
  return (
    <>
      <p>
        {endedAt ? `The tournament ended at ${formatTime(endedAt)}.` : "A tournament is on."}
        {isOver && isHidden && " Only staff can see its standings."}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton look="secondary" reloadDocument to={paths.tables(_id)}>
          {isOver ? "See the standings" : "See the tables"}
        </LinkButton>
        {isOver && (
          <Button look="secondary" busy={hide.isPending} onClick={() => hide.mutate({ _id, isHidden: !isHidden })}>
            {isHidden ? "Show the standings" : "Hide the standings"}
          </Button>
        )}
      </div>
    </>
  )
}

/** The cash drawer, which a till opens, counts and closes; what is left to do can be done here. */
function DrawerState({ door }: { door: DoorState }) {
  const { _id, drawer, cash } = door
  return (
    <Section title="Cash drawer">
      <p>{drawer ? drawerText(drawer) : "Nobody has opened it. A phone that sells does."}</p>
      <Moves title="Reported by phones without a drawer, and not counted in one:" moves={cash} />
      <Moves title="Reported late, and not counted in it:" moves={drawer?.late ?? []} />
      <DrawerForms door={door} />
      {drawer && !drawer.closedAt && (
        <Dangerous sentence="Money back from the drawer:">
          <DialogButton
            look="removes"
            title="Refund a cash sale"
            description="Take the amount out of the drawer and give it to the guest. The seats of people who are inside are back on sale, too."
            content={(close) => <RefundCashForm doorId={_id} onClose={close} />}
          >
            Refund a cash sale
          </DialogButton>
        </Dangerous>
      )}
    </Section>
  )
}

function Moves({ title, moves }: { title: string; moves: DoorState["cash"] }) {
  if (moves.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul>
        {moves.map((move, number) => (
          <li key={number} className={row}>
            <span className="count text-sm text-ink-2">{formatTime(move.at)}</span>
            <span className="min-w-0 flex-1">{lateMoveText(move)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
