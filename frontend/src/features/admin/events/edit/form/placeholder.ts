/** The placeholder texts of a new event, as in NEW_EVENT of bookings/services/events.py. */
const PLACEHOLDERS = ["Edit me!", "DEF", "Default"]

export const isPlaceholder = (text: string) => PLACEHOLDERS.includes(text)
