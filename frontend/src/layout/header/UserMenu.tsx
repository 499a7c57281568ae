import { ChevronDown } from "lucide-react"
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react"
import { Link, useLocation } from "react-router-dom"
import type { UserInfo } from "~/api/types"
import { useSignOut } from "~/layout/header/useSignOut"
import { fullName } from "~/lib/text"
import { paths } from "~/paths"
import { moveInList } from "~/ui/hooks/moveInList"

const AdminLinks = lazy(() => import("~/layout/header/AdminLinks"))

const HIDE_DELAY_MS = 100

const entry =
  "flex min-h-tap w-full items-center rounded-md px-3 text-left text-ink no-underline hover:bg-malt hover:underline"

/** A list of links under a button. Opens on click and hover, and closes shortly after the pointer leaves both. */
export function UserMenu({ user }: { user: UserInfo }) {
  const { open, button, toggle, area } = useMenu()
  const panel = useId()
  const signOut = useSignOut()
  const name = fullName(user)
  return (
    <div {...area} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={`Account, ${name}`}
        aria-expanded={open}
        aria-controls={panel}
        onClick={toggle}
        className="inline-flex min-h-tap items-center gap-1 rounded-md px-3 font-semibold hover:underline"
      >
        {name}
        <ChevronDown aria-hidden size={18} />
      </button>
      <div
        id={panel}
        hidden={!open}
        className="absolute top-full right-0 z-40 min-w-52 rounded-md border border-hair bg-paper p-2 text-ink shadow-2 [--focus-a:var(--ink)] [--focus-b:var(--paper)]"
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
        <Suspense>{user.isAdmin && <AdminLinks className={entry} />}</Suspense>
      </div>
    </div>
  )
}

function useMenu() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef(false)
  const location = useLocation()
  useEffect(() => setOpen(false), [location])
  useEffect(() => () => clearTimeout(timer.current), [])

  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return // a tap would open the menu on hover and close it on click
    clearTimeout(timer.current)
    hovered.current = !open
    setOpen(true)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return
    timer.current = setTimeout(() => setOpen(false), HIDE_DELAY_MS)
  }
  const toggle = () => {
    // A click right after hovering must not close the menu that hovering opened.
    if (hovered.current) hovered.current = false
    else setOpen(!open)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === "Escape") {
      setOpen(false)
      button.current?.focus()
    } else if (!moveInList(event.key, event.currentTarget)) return
    event.preventDefault() // keep the page from scrolling, and Esc from closing something else
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return { open, button, toggle, area: { onPointerEnter: enter, onPointerLeave: leave, onKeyDown, onBlur } }
}
