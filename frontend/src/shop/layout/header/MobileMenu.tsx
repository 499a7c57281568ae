import { X } from "lucide-react"
import type { ReactNode } from "react"
import { useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { CartLink } from "~/shop/layout/header/CartLink"
import { adminLinks } from "~/shop/layout/header/AdminLinks"
import { useSignInLink, useSignOut } from "~/shop/layout/guards"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"
import { Modal } from "~/common/ui/overlays/Modal"
import { currentAt, type StaffLink, staffNavigation, useIsStaffPage } from "./staffPages"

const entry =
  "flex min-h-12 w-full items-center rounded-md border-l-4 border-transparent px-3 text-lg font-semibold text-on-felt no-underline hover:bg-felt-2 aria-[current]:border-amber aria-[current]:bg-felt-2"

/** Slides in from the right. Any choice, Esc and the backdrop close it. */
export default function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const user = useUser()
  const close = () => onOpenChange(false)
  return (
    <Modal open={open} onDismiss={close} aria-labelledby="menu">
      <div className="slide-panel on-felt fixed inset-y-0 right-0 flex w-[min(20rem,88vw)] flex-col overflow-y-auto p-3 shadow-2">
        <div className="mb-2 flex items-center justify-between gap-2 pl-3">
          <h2 id="menu" className="order-1 truncate text-xl">
            {user ? `Hi ${user.firstName}` : "Menu"}
          </h2>
          <button
            type="button"
            aria-label="Close menu"
            onClick={close}
            className="order-2 grid size-tap shrink-0 place-items-center rounded-md"
          >
            <X aria-hidden size={26} />
          </button>
        </div>
        <StaffNavigation close={close} />
        <nav aria-label="Main">
          <ul>
            <Entry to={paths.events()} onChoose={close}>
              Events
            </Entry>
            <Entry to={paths.about()} onChoose={close}>
              About Us
            </Entry>
            <Entry to={paths.give()} onChoose={close}>
              Give
            </Entry>
            <li>
              <CartLink className={entry} onClick={close} />
            </li>
            <PersonalEntries close={close} />
          </ul>
        </nav>
      </div>
    </Modal>
  )
}

/** On staff's pages, their navigation comes first. */
function StaffNavigation({ close }: { close: () => void }) {
  const { pathname } = useLocation()
  if (!useIsStaffPage()) return null
  const entryOf = (one: StaffLink) => (
    <Entry key={one.text} to={one.to} current={currentAt(pathname, one)} onChoose={close}>
      {one.text}
    </Entry>
  )
  return (
    <nav aria-label="Staff" className="mb-3 border-b border-felt-2 pb-3">
      <ul>
        {staffNavigation.map((one) =>
          "to" in one ? (
            entryOf(one)
          ) : (
            <li key={one.text}>
              <h3 className="px-3 pt-3 text-sm font-semibold">{one.text}</h3>
              <ul>{one.pages.map(entryOf)}</ul>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

function PersonalEntries({ close }: { close: () => void }) {
  const user = useUser()
  const signOut = useSignOut()
  const signIn = useSignInLink()
  if (!user)
    return (
      <Entry to={signIn} onChoose={close}>
        Log In
      </Entry>
    )
  return (
    <>
      <Entry to={paths.profile(user._id)} onChoose={close}>
        Profile
      </Entry>
      <Entry to={paths.yourOrders(user._id)} onChoose={close}>
        Your orders
      </Entry>
      <li>
        <button
          type="button"
          className={entry}
          onClick={() => {
            close()
            void signOut()
          }}
        >
          Logout
        </button>
      </li>
      {user.isAdmin && (
        <li>
          <h3 className="mt-3 border-t border-felt-2 px-3 pt-3 text-sm font-semibold">Admin</h3>
          <ul>
            {adminLinks(true).map(({ to, text, external }) => (
              <Entry key={to} to={to} external={external} onChoose={close}>
                {text}
              </Entry>
            ))}
          </ul>
        </li>
      )}
    </>
  )
}

interface EntryProps {
  to: string
  /** Not a page of this app, so it needs a full page load. */
  external?: true | undefined
  current?: "page" | undefined
  onChoose: () => void
  children: ReactNode
}

function Entry({ to, external, current, onChoose, children }: EntryProps) {
  return (
    <li>
      <Link to={to} reloadDocument={external ?? false} aria-current={current} onClick={onChoose} className={entry}>
        {children}
      </Link>
    </li>
  )
}
