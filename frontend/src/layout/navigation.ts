import { paths } from "~/paths"

/** The staff's links; on phones the last one reads "Manage Users". */
export const adminLinks = (phone = false) => [
  { to: paths.adminList("orders"), text: "Order Log" },
  { to: paths.adminList("products"), text: "Edit Events" },
  { to: paths.adminList("users"), text: phone ? "Manage Users" : "Users" },
]
