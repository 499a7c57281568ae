import { useMutation, useQuery } from "@tanstack/react-query"
import { type RefObject, useState } from "react"
import * as v from "valibot"
import { bookingLinksQuery, createLinksMutation, revokeLinkMutation, splitPassMutation } from "~/shop/queries/seats"
import type { Pass, SeatLink } from "~/common/api/types"
import { validPasses } from "~/shop/features/orders/lines"
import { counted } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { announce } from "~/common/ui/feedback/announce"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { CopyField } from "~/common/ui/forms/CopyField"
import { canShare, ShareButton } from "~/common/ui/forms/ShareButton"
import { TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { optionalText } from "~/common/ui/forms/rules"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { notify } from "~/common/ui/overlays/notify"
import { Disclosure } from "~/common/ui/layout/Disclosure"
import { PassSelect } from "./PassSelect"

interface FriendsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  line: TicketLine
  /** Whether the buyer can create links. */
  canLink: boolean
  /** Gets the focus if the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** For friends with a phone, links to seats of a ticket; for friends without one, a second code. */
export function FriendsDialog({ open, onOpenChange, title, line, canLink, focusAfter }: FriendsDialogProps) {
  const { item, booking } = line
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`${item.name}, ${formatDateOption(booking.bookingDate)}`}
      focusAfter={focusAfter}
    >
      <div className="grid gap-5">
        {canLink && <SeatLinks line={line} />}
        <SecondCode passes={validPasses(line)} folded={canLink} onDone={() => onOpenChange(false)} />
      </div>
    </Dialog>
  )
}

interface SecondCodeProps {
  /** The ticket's codes. */
  passes: readonly Pass[]
  /** Whether the form is folded at first, because links are the usual way. */
  folded: boolean
  onDone: () => void
}

/** Makes a second code for a part of the party, which comes on its own. Nothing if all codes admit one. */
function SecondCode({ passes, folded, onDone }: SecondCodeProps) {
  const shared = passes.filter(({ seats }) => seats > 1)
  if (shared.length === 0) return null
  const form = <SplitForm passes={passes} shared={shared} onDone={onDone} />
  return (
    <div className="border-t border-hair pt-3 first:border-0 first:pt-0">
      {folded ? <Disclosure text="Split off a second code instead">{form}</Disclosure> : form}
    </div>
  )
}

const schema = v.object({ pass: v.string(), seats: v.number(), label: optionalText(40) })

interface SplitFormProps {
  passes: readonly Pass[]
  /** Those that admit more than one. */
  shared: readonly Pass[]
  onDone: () => void
}

function SplitForm({ passes, shared, onDone }: SplitFormProps) {
  const split = useMutation(splitPassMutation)
  const chosenOf = ({ pass: id, seats: count }: { pass: string; seats: number }) => {
    const pass = shared.find(({ _id }) => _id === id) ?? shared[0]!
    return { pass, seats: Math.min(count, pass.seats - 1) }
  }
  const form = useForm({
    name: `split ${passes[0]?._id}`,
    schema,
    values: { pass: "", seats: 1, label: "" },
    save: async ({ label, ...typed }) => {
      const { pass, seats } = chosenOf(typed)
      await split.mutateAsync({ passId: pass._id, seats, label })
      notify.success(`The new code admits ${seats}.`)
      onDone()
    },
  })
  const { watch, setValue } = form.hook
  const { pass, seats } = chosenOf(watch())
  const most = pass.seats - 1
  return (
    <Form form={form} aria-label="A second code" className="grid gap-4">
      <p>For friends who come on their own, to print or to send. Your code keeps the other seats.</p>
      <PassSelect
        passes={passes}
        choices={shared}
        chosen={pass}
        onChange={(id) => setValue("pass", id, { shouldDirty: true })}
      />
      {most > 1 && (
        <SeatStepper
          label="Seats for the new code"
          seats={seats}
          most={most}
          onChange={(count) => setValue("seats", count, { shouldDirty: true })}
        />
      )}
      <TextField label="Name" optional hint="To tell the codes apart." autoComplete="off" {...form.field("label")} />
      <SubmitButton form={form} look="secondary" needsConnection busyText="Splitting…">
        Split off {counted(seats, "seat")}
      </SubmitButton>
    </Form>
  )
}

/** The links to seats of a ticket, for friends with a phone, and a form for more. */
function SeatLinks({ line }: { line: TicketLine }) {
  const { item, booking } = line
  const query = useQuery(bookingLinksQuery(booking._id))
  const text = `I have a seat for you: ${item.name}, ${formatDateOption(booking.bookingDate)}.`
  return (
    <Loaded query={query} what="your links" loading={<Skeleton className="h-40 rounded-md" />}>
      {({ links, seatsLeft, inside }) => (
        <div className="grid gap-5">
          <p>
            Send each friend a link. They open it, type a first name and are on the guest list. Refunds still go to you.
          </p>
          {links.length > 0 && (
            <ol aria-label="Seats for friends" className="grid gap-4">
              {links.map((link, index) => (
                <SeatLinkRow key={link._id} link={link} number={index + 1} text={text} />
              ))}
            </ol>
          )}
          {seatsLeft > 0 ? (
            <NewLinks bookingId={booking._id} seatsLeft={seatsLeft} />
          ) : (
            <p className="font-semibold">
              {inside > 0 ? "Some of these guests are inside already." : "All seats of this ticket are given away."}
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}

interface SeatLinkRowProps {
  link: SeatLink
  /** Counts the seats that were given away, from 1. */
  number: number
  /** Sent along with a shared link. */
  text: string
}

/** A seat that was given away: who has it, or the link to send. */
function SeatLinkRow({ link, number, text }: SeatLinkRowProps) {
  if (link.url === null) return <ClaimedSeat name={link.firstName ?? "Your friend"} />
  return <OpenLink id={link._id} url={link.url} number={number} text={text} />
}

function ClaimedSeat({ name }: { name: string }) {
  return (
    <li className="rounded-md bg-ok-bg p-3 [overflow-wrap:anywhere]">
      <p className="font-semibold">{name} has one of your seats.</p>
      <p className="text-sm text-ink-2">{name} can give it back on the ticket's page.</p>
    </li>
  )
}

function OpenLink({ id, url, number, text }: { id: string; url: string; number: number; text: string }) {
  const revoke = useMutation(revokeLinkMutation)
  const press = () => revoke.mutate(id, { onSuccess: () => announce("The link is revoked. The seat is yours again.") })
  return (
    <li className="grid gap-2">
      <CopyField label={`Link ${number}: not used yet`} text={url} />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {canShare(url) && <ShareButton link={{ text, url }} aria-label={`Share link ${number}`} />}
        <Button look="removes" aria-label={`Revoke link ${number}`} busy={revoke.isPending} onClick={press}>
          Revoke
        </Button>
      </div>
      <ErrorNotice error={revoke.error} />
    </li>
  )
}

/** The API creates at most this many links in one request. */
const MAX_LINKS = 16

/** Creates links for one or several of the seats that are left. */
function NewLinks({ bookingId, seatsLeft }: { bookingId: string; seatsLeft: number }) {
  const most = Math.min(seatsLeft, MAX_LINKS)
  const [chosen, setChosen] = useState(1)
  const count = Math.min(chosen, most)
  const online = useOnline()
  const { mutateAsync, isPending, error } = useMutation(createLinksMutation)
  const create = async () => {
    await mutateAsync({ bookingId, count })
    setChosen(1)
    announce(count === 1 ? "The link is ready to send." : `${count} links are ready to send.`)
  }
  return (
    <div className="grid gap-3 border-t border-hair pt-4">
      {most > 1 && <SeatStepper label="Seats to give away" seats={count} most={most} onChange={setChosen} />}
      <ErrorNotice error={error} />
      <Button busy={isPending} busyText="Creating…" disabled={!online} onClick={() => void create().catch(() => {})}>
        Create {count === 1 ? "a link" : counted(count, "link")}
      </Button>
    </div>
  )
}
