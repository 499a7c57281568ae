import { paths } from "~/shop/paths"

/**
 * The tournament of a date, or of the current or next one, on the page of its door. Apart from `paths`, which every
 * visitor loads.
 */
export const tablesOfDate = (product: string, date?: string) => `${paths.adminGuests(product, date, "/door")}#tables`
