/**
 * Lets a test that waited for something go on after React's effects, such as moving the focus.
 *
 * React runs effects right after the page shows what the test waited for. On a busy machine the test would come first.
 * A separate module, because it must run once: the setup runs for each file.
 */
import { setImmediate } from "node:timers/promises"
import { configure, getConfig } from "@testing-library/react"

const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const result: unknown = await wait()
      await setImmediate()
      return result
    }),
})
