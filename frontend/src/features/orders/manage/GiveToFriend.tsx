import { UsersRound } from "lucide-react"
import { useState, type RefObject } from "react"
import type { TicketLine } from "~/shared/orders/orderDates"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { ticketName, validPasses } from "../lines"
import { MenuButton } from "./TicketMenu"

const FriendsDialog = lazyDialog(() => import("../friends/FriendsDialog"))

interface GiveToFriendProps {
  line: TicketLine
  isStaffView: boolean
  /** Whether the buyer can create links, which friends can use until the date starts. */
  canLink: boolean
  /** Gets the focus if the entry is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The entry for buyers who bring friends. Staff can only split a ticket for them. */
export function GiveToFriend({ line, isStaffView, canLink, focusAfter }: GiveToFriendProps) {
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
