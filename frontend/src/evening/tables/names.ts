/** The names of seats in a booking whose guests have none yet: "Maya R.", "Maya R. +1", "Maya R. +2". */
export const nameSeats = (name: string, seats: number): string[] =>
  Array.from({ length: seats }, (_, i) => (i === 0 ? name : `${name} +${i}`))

export const bookingNameOf = (name: string): string => name.replace(/ \+\d+$/, "")
