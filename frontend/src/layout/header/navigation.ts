import { paths } from "~/paths"

interface AdminLink {
  to: string
  text: string
  /** Not a page of this app, so it needs a full page load. */
  external?: true
}

/** The links for staff; on phones "Users" is called "Manage Users". */
export const adminLinks = (phone = false): AdminLink[] => [
  { to: paths.adminList("orders"), text: "Order Log" },
  { to: paths.adminList("products"), text: "Edit Events" },
  { to: paths.adminVouchers(), text: "Vouchers" },
  { to: paths.adminMembers(), text: "Members" },
  { to: paths.adminGoals(), text: "Goals" },
  { to: paths.adminLedger(), text: "Ledger" },
  { to: paths.adminList("users"), text: phone ? "Manage Users" : "Users" },
  // Shown to all staff, because the API doesn't say who is an operator; the console rejects others.
  { to: paths.console(), text: "Operators' console", external: true },
]
