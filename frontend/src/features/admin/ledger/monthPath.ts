import { paths } from "~/paths"

/** A month's page, and the line of another month that is corrected there. Apart from paths.ts, which every page loads. */
export const monthPath = (month: string, corrects = "") =>
  `${paths.adminList("ledger")}/${month}${corrects && `?corrects=${encodeURIComponent(corrects)}`}`
