/** counted(1, "seat") → "1 seat", counted(3, "seat") → "3 seats", counted(2, "person", "people") → "2 people" */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** "3 seats on 2 dates": for a whole cart or order. */
export function seatsOnDates(lines: readonly { seats: number }[]): string {
  const seats = lines.reduce((sum, line) => sum + line.seats, 0)
  return `${counted(seats, "seat")} on ${counted(lines.length, "date")}`
}
