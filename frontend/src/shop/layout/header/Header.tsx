import { Menu } from "lucide-react"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { CartLink } from "~/shop/layout/header/CartLink"
import { useSignInLink, useSignOut } from "~/shop/layout/guards"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { latePart } from "~/common/ui/layout/latePart"
import { notify } from "~/common/ui/overlays/notify"

const UserMenu = latePart(() => import("~/shop/layout/header/UserMenu"), { waiting: ClosedMenu })
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
        <UserMenu name={fullName(user)} user={user} look={`${link} gap-1`} />
      ) : (
        <Link to={signIn} data-personal className={link}>
          Log In
        </Link>
      )}
    </nav>
  )
}

/** As wide as the button with its arrow, until the menu has loaded. */
function ClosedMenu({ name, look }: { name: string; look: string }) {
  return (
    <span className={look}>
      {name}
      <span className="w-4.5" />
    </span>
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

/** The header at checkout, which has only the brand and a link back to the cart. Late guests at the door have no cart. */
export function CheckoutHeader() {
  const [params] = useSearchParams()
  return (
    <header className={bar}>
      <div className={row}>
        <Brand />
        {!params.has("door") && (
          <Link to={paths.cart()} className={`${link} shrink-0 max-lg:px-0`}>
            Back to cart
          </Link>
        )}
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
