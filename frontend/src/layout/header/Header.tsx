import { Menu } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import { CartLink } from "~/layout/header/CartLink"
import { UserMenu } from "~/layout/header/UserMenu"
import { useSignOut } from "~/layout/header/useSignOut"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { Logo } from "~/ui/pictures/Logo"

const loadMenu = () => import("~/layout/header/MobileMenu")
const MobileMenu = lazy(loadMenu)
const bar = "on-felt no-print sticky top-0 z-30"
const row = "wrap flex h-header items-center justify-between gap-2 lg:gap-4"
const link =
  "inline-flex min-h-tap items-center rounded-md px-3 font-semibold text-on-felt no-underline hover:underline"

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
  const { pathname, search } = useLocation()
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
        <Link
          to={paths.signIn(pathname === "/login" || pathname === "/register" ? undefined : pathname + search)}
          data-personal
          className={link}
        >
          Log In
        </Link>
      )}
    </nav>
  )
}

function NarrowNavigation() {
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false) // load the menu's code on the first press
  const show = () => {
    setHasOpened(true)
    setOpen(true)
  }
  return (
    <div className="flex items-center lg:hidden">
      <CartLink compact className="grid size-tap place-items-center rounded-md text-on-felt" />
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="grid size-tap place-items-center rounded-md"
        onPointerDown={() => void loadMenu()}
        onClick={show}
      >
        <Menu aria-hidden size={26} />
      </button>
      {hasOpened && (
        <Suspense>
          <MobileMenu open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
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
  if (!logo) return <Logo size={36} className="shrink-0" />
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
      <span className="line-clamp-2 font-display text-[1.25rem] leading-tight [overflow-wrap:anywhere] lg:text-xl">
        {shop().name}
      </span>
    </Link>
  )
}
