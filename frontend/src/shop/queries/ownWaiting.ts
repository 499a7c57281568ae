import { get } from "~/common/api/requests"
import type { WaitingEntry } from "~/common/api/types"

/** The user's places on waiting lists, newest first. In its own module, because pages with cards need no more. */
export const ownWaitingQuery = () => get<WaitingEntry[]>(["Waiting", "mine"], "/api/waiting")
