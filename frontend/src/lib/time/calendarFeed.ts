/** The ways to subscribe to a calendar of the shop. Its program then asks the shop for news by itself. */
export interface CalendarFeed {
  /** To be copied: for calendars that ask for an address. */
  address: string
  /** Opens the calendar program of the device, which asks before it subscribes. */
  webcal: string
  google: string
  outlook: string
}

/** `path` is the feed's on this site, `origin` the site's own, such as "https://tickets.example". */
export function calendarFeed(path: string, name: string, origin: string): CalendarFeed {
  const address = new URL(path, origin).href
  const webcal = address.replace(/^https?:/, "webcal:")
  return {
    address,
    webcal,
    // Google takes the address only as webcal, and only with the whole of it escaped.
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
  }
}
