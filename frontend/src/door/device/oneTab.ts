/** Keeps the page in one tab, because two would number their entries alike. */

const NAME = "door"

/**
 * Calls `lost` once another tab takes over. Resolves with false if another tab has the page, unless this one takes it.
 */
export async function claimTab(lost: () => void, takeOver = false): Promise<boolean> {
  if (!("locks" in navigator)) return true // an old browser, where the volunteer has to look
  return new Promise((resolve) => {
    const held = navigator.locks.request(NAME, takeOver ? { steal: true } : { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise(() => {}) // until the tab is closed
    })
    held.catch(lost)
  })
}
