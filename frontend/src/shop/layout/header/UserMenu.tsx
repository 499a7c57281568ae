import { ChevronDown } from "lucide-react"
import { type PointerEvent, useEffect, useId, useRef } from "react"
import { useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import type { UserInfo } from "~/common/api/types"
import { useSignOut } from "~/shop/layout/guards"
import { paths } from "~/shop/paths"
import { useDropdown } from "~/common/ui/hooks/focus"
import { latePart } from "~/common/ui/layout/latePart"

const AdminLinks = latePart(() => import("~/shop/layout/header/AdminLinks"))

const HIDE_DELAY_MS = 100

const entry =
  "flex min-h-tap w-full items-center rounded-md px-3 text-left text-ink no-underline hover:bg-malt hover:underline"

interface UserMenuProps {
  user: UserInfo
  name: string
  /** The button's classes. */
  look: string
}

/** A list of links under a button. Opens on click and hover, and closes shortly after the pointer leaves both. */
export default function UserMenu({ user, name, look }: UserMenuProps) {
  const { open, button, toggle, area } = useMenu()
  const panel = useId()
  const signOut = useSignOut()
  return (
    <div {...area} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={`Account, ${name}`}
        aria-expanded={open}
        aria-controls={panel}
        onClick={toggle}
        className={look}
      >
        {name}
        <ChevronDown aria-hidden size={18} />
      </button>
      <div
        id={panel}
        hidden={!open}
        className="absolute top-full right-0 z-40 min-w-52 rounded-md border border-hair bg-paper p-2 text-ink shadow-2 [--focus-a:var(--color-ink)] [--focus-b:var(--color-paper)]"
      >
        <ul>
          <li>
            <Link to={paths.profile(user._id)} className={entry}>
              Profile
            </Link>
          </li>
          <li>
            <Link to={paths.yourOrders(user._id)} className={entry}>
              Your orders
            </Link>
          </li>
          <li>
            <button type="button" className={entry} onClick={() => void signOut()}>
              Logout
            </button>
          </li>
        </ul>
        {user.isAdmin && <AdminLinks className={entry} />}
      </div>
    </div>
  )
}

function useMenu() {
  const { open, setOpen, button, area } = useDropdown()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef(false)
  const location = useLocation()
  useEffect(() => setOpen(false), [location, setOpen])
  useEffect(() => () => clearTimeout(timer.current), [])

  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return // a tap would open the menu on hover and close it on click
    clearTimeout(timer.current)
    hovered.current = !open
    setOpen(true)
  }
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return
    timer.current = setTimeout(() => setOpen(false), HIDE_DELAY_MS)
  }
  const toggle = () => {
    // A click right after hovering must not close the menu that hovering opened.
    setOpen(!open || hovered.current)
    hovered.current = false
  }
  return { open, button, toggle, area: { ...area, onPointerEnter, onPointerLeave } }
}
