/** Calendar months without a time, such as "2026-11". */

/** The month before or after: addMonths("2026-01", -1) → "2025-12" */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
