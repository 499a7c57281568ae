import { useId } from "react"
import { matchPath, useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { currentAt, type StaffLink, staffNavigation, useIsStaffPage } from "./staffPages"

const entry =
  "inline-flex h-12 items-center border-b-3 border-transparent px-2 text-ink no-underline hover:underline aria-[current]:border-amber aria-[current]:font-semibold xl:px-3"

const look = "no-print box-content hidden h-12 border-b border-hair bg-paper lg:block"

/**
 * The navigation of staff's pages, on large screens a bar under the header. Phones have it in the menu. An order's page has
 * its room, because it is known late whose order it is.
 */
export default function StaffBar() {
  const { pathname } = useLocation()
  const id = useId()
  if (!useIsStaffPage()) return matchPath("/order/:id", pathname) && <div className={look} />
  const linkTo = (page: StaffLink) => (
    <Link to={page.to} aria-current={currentAt(pathname, page)} className={entry}>
      {page.text}
    </Link>
  )
  return (
    // base.css has the headings of the pages under /admin.
    <nav aria-label="Staff" data-staff={pathname.startsWith("/admin") ? "pages" : "order"} className={look}>
      <ul className="wrap flex items-center">
        {staffNavigation.map((one) =>
          "to" in one ? (
            <li key={one.text} className="first:-ml-2 xl:first:-ml-3">
              {linkTo(one)}
            </li>
          ) : (
            <li key={one.text} className="ml-2 flex items-center border-l border-hair pl-3">
              <span id={id + one.text} className="pr-1 text-sm text-ink-2">
                {one.text}
              </span>
              <ul aria-labelledby={id + one.text} className="flex">
                {one.pages.map((page) => (
                  <li key={page.text}>{linkTo(page)}</li>
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
