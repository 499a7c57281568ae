/** The page of a tournament, which needs a full page load. */
export const tablesPage = (id: string): string => `/tables/${id}`
