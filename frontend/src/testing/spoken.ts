/** Includes announcements in a query: findByText("17 dates found", spoken). */
export const spoken = { ignore: false } as const
