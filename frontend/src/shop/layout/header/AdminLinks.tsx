import { Link } from "~/common/ui/layout/Link"
import { paths } from "~/shop/paths"

interface AdminLink {
  to: string
  text: string
  /** Not a page of this app, so it needs a full page load. */
  external?: true
}

/** The links for staff on every page; on phones "Users" is called "Manage Users". Staff's pages have their own navigation. */
export const adminLinks = (phone = false): AdminLink[] => [
  { to: paths.admin(), text: "Tonight and next" },
  { to: paths.adminList("orders"), text: "Order Log" },
  { to: paths.adminList("products"), text: "Edit Events" },
  { to: paths.adminList("users"), text: phone ? "Manage Users" : "Users" },
  // Shown to all staff, because the API doesn't say who is an operator; the console rejects others.
  { to: paths.console(), text: "Operators' console", external: true },
]

/** The staff's part of the user menu. */
export default function AdminLinks({ className }: { className: string }) {
  return (
    <>
      <h2 className="mt-2 border-t border-hair px-3 pt-2 font-text text-sm font-semibold text-ink-2">Admin</h2>
      <ul>
        {adminLinks().map(({ to, text, external }) => (
          <li key={to}>
            <Link to={to} reloadDocument={external ?? false} className={className}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
