/** Links to subscribe to a calendar of the shop, which calendar apps then update by themselves. */
export interface CalendarFeed {
  /** To be copied, for apps that ask for an address. */
  address: string
  /** Opens the calendar app of the device, which asks before it subscribes. */
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
    // Google accepts only a webcal address that is escaped completely.
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
  }
}
