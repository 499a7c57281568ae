import { paths } from "~/paths"

interface AdminLink {
  to: string
  text: string
  /** Not a page of this app: a full page load. */
  elsewhere?: true
}

/** The staff's links; on phones "Users" reads "Manage Users". */
export const adminLinks = (phone = false): AdminLink[] => [
  { to: paths.adminList("orders"), text: "Order Log" },
  { to: paths.adminList("products"), text: "Edit Events" },
  { to: paths.adminList("users"), text: phone ? "Manage Users" : "Users" },
  // Whether somebody is an operator the API doesn't tell; the console itself lets nobody else in.
  { to: paths.console(), text: "Operators' console", elsewhere: true },
]
