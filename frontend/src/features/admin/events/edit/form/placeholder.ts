/** The texts of a new event (NEW_EVENT in bookings/services/events.py), until staff write others. */
const PLACEHOLDERS = ["Edit me!", "DEF", "Default"]

export const isPlaceholder = (text: string) => PLACEHOLDERS.includes(text)
