/** Links to subscribe to a calendar feed of the shop. */
export interface CalendarFeed {
  /** The URL to copy into other calendar apps. */
  address: string
  /** Opens the device's calendar app. */
  webcal: string
  google: string
  outlook: string
}

/** `path` is the path of the feed, `origin` that of this site, such as "https://tickets.example". */
export function calendarFeed(path: string, name: string, origin: string): CalendarFeed {
  const address = new URL(path, origin).href
  const webcal = address.replace(/^https?:/, "webcal:")
  return {
    address,
    webcal,
    // Google accepts only a webcal URL that is fully escaped.
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
  }
}
