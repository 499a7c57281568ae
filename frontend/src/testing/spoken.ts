/** For looking among the words that are spoken too: findByText("17 dates found", spoken). */
export const spoken = { ignore: false } as const
