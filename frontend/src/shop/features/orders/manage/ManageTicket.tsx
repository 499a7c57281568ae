import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { CalendarX2, ChevronDown, QrCode, UsersRound } from "lucide-react"
import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from "react"
import { replacePassMutation } from "~/shop/queries/seats"
import { ticketName, validPasses } from "~/shop/features/orders/lines"
import { PassSelect } from "./PassSelect"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { FriendsDialog } from "./FriendsDialog"

interface ManageTicketProps {
  line: TicketLine
  isStaffView: boolean
  /** Whether the date has not started. */
  canChange: boolean
  onCantMakeIt: () => void
}

/** The menu of a valid ticket until its date is over. */
export function ManageTicket({ line, isStaffView, canChange, onCantMakeIt }: ManageTicketProps) {
  const button = useRef<HTMLButtonElement>(null)
  const name = ticketName(line)
  const isBuyersToChange = canChange && !isStaffView
  if (!isBuyersToChange && validPasses(line).length === 0) return null // there would be no entry
  return (
    <TicketMenu name={name} button={button}>
      <GiveToFriend line={line} isStaffView={isStaffView} canLink={isBuyersToChange} focusAfter={button} />
      {isBuyersToChange && !line.booking.dateChange && (
        <li>
          <MenuButton
            text="Can't make it"
            name={name}
            icon={<CalendarX2 aria-hidden size={20} />}
            onClick={onCantMakeIt}
          />
        </li>
      )}
      <NewCode line={line} />
    </TicketMenu>
  )
}

interface GiveToFriendProps {
  line: TicketLine
  isStaffView: boolean
  /** Whether the buyer can create links, which friends can use until the date starts. */
  canLink: boolean
  /** Gets the focus if the entry is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The entry for buyers who bring friends. Staff can only split a ticket for them. */
function GiveToFriend({ line, isStaffView, canLink, focusAfter }: GiveToFriendProps) {
  const [open, setOpen] = useState(false)
  const canSplit = validPasses(line).some(({ seats }) => seats > 1)
  if (!canLink && !canSplit && !open) return null
  const title = isStaffView ? "Split the ticket" : "Give to a friend"
  return (
    <li>
      <MenuButton
        text={title}
        name={ticketName(line)}
        icon={<UsersRound aria-hidden size={20} />}
        onClick={() => setOpen(true)}
      />
      <FriendsDialog {...{ open, title, line, canLink, focusAfter }} onOpenChange={setOpen} />
    </li>
  )
}

/** The entry for a code that somebody else may have, such as one on a photo. */
function NewCode({ line }: { line: TicketLine }) {
  const [chosen, setChosen] = useState("")
  const replace = useMutation(replacePassMutation)
  const passes = validPasses(line)
  const pass = passes.find(({ _id }) => _id === chosen) ?? passes[0]
  if (!pass) return null
  return (
    <li>
      <ConfirmButton
        opener={(open) => (
          <MenuButton text="New code" name={ticketName(line)} icon={<QrCode aria-hidden size={20} />} onClick={open} />
        )}
        title="Replace this code?"
        body={
          <div className="grid gap-4">
            <p>
              The ticket gets a new code, and the old one no longer works, neither printed nor in an email. Do this if
              somebody else may have it.
            </p>
            <PassSelect passes={passes} chosen={pass} onChange={setChosen} />
          </div>
        }
        action="Replace"
        busyText="Replacing…"
        onConfirm={() => replace.mutateAsync(pass._id)}
        done="The ticket has a new code."
      />
    </li>
  )
}

interface TicketMenuProps {
  /** The event and its date. */
  name: string
  button: RefObject<HTMLButtonElement | null>
  /** Entries */
  children: ReactNode
}

/** A button that shows what is rarely done with a ticket, in the page rather than over it. */
function TicketMenu({ name, button, children }: TicketMenuProps) {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <div className="no-print mt-1 grid gap-1">
      <Button
        ref={button}
        look="secondary"
        aria-expanded={open}
        aria-controls={list}
        aria-label={`Manage this ticket, ${name}`}
        onClick={() => setOpen(!open)}
      >
        Manage this ticket
        <ChevronDown aria-hidden size={18} className={clsx(open && "rotate-180")} />
      </Button>
      <ul id={list} hidden={!open} className="rounded-md border border-hair p-2">
        {children}
      </ul>
    </div>
  )
}

const entry =
  "flex min-h-tap w-full items-center gap-3 rounded-md px-3 text-left font-semibold text-ink no-underline hover:bg-malt"

interface EntryProps {
  text: string
  /** The event and its date, which tell the menus of several tickets apart. */
  name: string
  icon: ReactNode
}

function MenuButton({ text, name, icon, ...rest }: EntryProps & ComponentProps<"button">) {
  return (
    <button type="button" {...rest} aria-label={`${text}, ${name}`} className={entry}>
      {icon}
      {text}
    </button>
  )
}
