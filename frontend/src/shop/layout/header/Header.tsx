import { ChevronDown, Menu } from "lucide-react"
import { type PointerEvent, useEffect, useId, useRef, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import type { UserInfo } from "~/common/api/types"
import { CartLink } from "~/shop/layout/header/CartLink"
import { useSignInLink, useSignOut } from "~/shop/layout/guards"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { useDropdown } from "~/common/ui/hooks/focus"
import { latePart } from "~/common/ui/layout/latePart"
import { notify } from "~/common/ui/overlays/notify"

const MobileMenu = latePart(() => import("~/shop/layout/header/MobileMenu"))
const bar = "on-felt no-print sticky top-0 z-30"
const row = "wrap flex h-header items-center justify-between gap-2 lg:gap-4"
const link = "page-link rounded-md px-3 text-on-felt no-underline hover:underline"

export function Header() {
  return (
    <header className={bar}>
      <div className={row}>
        <Brand />
        <WideNavigation />
        <NarrowNavigation />
      </div>
    </header>
  )
}

function WideNavigation() {
  const user = useUser()
  const signIn = useSignInLink()
  return (
    <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
      <Link to={paths.events()} className={link}>
        Events
      </Link>
      <Link to={paths.about()} className={link}>
        About Us
      </Link>
      <Link to={paths.give()} className={link}>
        Give
      </Link>
      <CartLink className={link} />
      {user ? (
        <UserMenu user={user} />
      ) : (
        <Link to={signIn} data-personal className={link}>
          Log In
        </Link>
      )}
    </nav>
  )
}

function NarrowNavigation() {
  const [open, setOpen] = useState<boolean | null>(null) // null: not opened yet
  const show = async () => {
    if (await MobileMenu.ready()) setOpen(true)
    else notify.error("The menu didn't load. Check your connection, then try again.")
  }
  return (
    <div className="flex items-center lg:hidden">
      <CartLink compact className="grid size-tap place-items-center rounded-md text-on-felt" />
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        className="grid size-tap place-items-center rounded-md"
        onPointerDown={() => void MobileMenu.ready()}
        onClick={() => void show()}
      >
        <Menu aria-hidden size={26} />
      </button>
      {open !== null && <MobileMenu open={open} onOpenChange={setOpen} />}
    </div>
  )
}

/** The header at checkout, which has only the brand and a link back to the cart. */
export function CheckoutHeader() {
  return (
    <header className={bar}>
      <div className={row}>
        <Brand />
        <Link to={paths.cart()} className={`${link} shrink-0 max-lg:px-0`}>
          Back to cart
        </Link>
      </div>
    </header>
  )
}

/** The header while a new password must be set: the user can only log out. */
export function ResetHeader() {
  const user = useUser()
  const signOut = useSignOut()
  return (
    <header className={bar}>
      <div className={row}>
        <Brand />
        {user && (
          <button type="button" className={link} onClick={() => void signOut()}>
            Logout
          </button>
        )}
      </div>
    </header>
  )
}

/** The club's logo, or the default one. Decorative, because the name is next to it. */
function ShopLogo() {
  const { logo } = shop()
  if (!logo) return <img src="/static/brand/logo.svg" width={36} height={36} alt="" className="shrink-0" />
  return (
    <img
      src={logo.src}
      width={logo.width}
      height={logo.height}
      alt=""
      className="h-9 w-auto max-w-20 shrink-0 object-contain lg:h-10 lg:max-w-40"
    />
  )
}

function Brand() {
  return (
    <Link to={paths.home()} className="inline-flex min-h-tap min-w-0 items-center gap-2 text-on-felt no-underline">
      <ShopLogo />
      {/* Two lines of larger text would be higher than the header. */}
      <span className="line-clamp-2 font-display text-[min(1.25rem,22px)] leading-tight [overflow-wrap:anywhere] lg:text-xl">
        {shop().name}
      </span>
    </Link>
  )
}

const AdminLinks = latePart(() => import("~/shop/layout/header/AdminLinks"))

const HIDE_DELAY_MS = 100

const entry =
  "flex min-h-tap w-full items-center rounded-md px-3 text-left text-ink no-underline hover:bg-malt hover:underline"

/** A list of links under a button. Opens on click and hover, and closes shortly after the pointer leaves both. */
function UserMenu({ user }: { user: UserInfo }) {
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
        className={`${link} gap-1`}
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
