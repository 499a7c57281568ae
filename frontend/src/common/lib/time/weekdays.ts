/** Sunday is first on the screen; in the API Monday is 0 and Sunday is 6. */
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, index) => ({ label, value: String((index + 6) % 7) }),
)
