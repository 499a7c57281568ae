/** Links to tournaments, which only staff follow from here: in `paths`, every visitor would load them. */
import { paths } from "~/paths"

/** The tournament of a date, or of the current or next one, on the page of its door. */
export const tablesOfDate = (product: string, date?: string) => `${paths.adminGuests(product, date, "/door")}#tables`

/** The players' page. Needs a full page load. */
export const playersPage = (tables: string) => `/tables/${tables}`
