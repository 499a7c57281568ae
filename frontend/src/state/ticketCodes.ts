/**
 * The codes of tickets that this browser showed while their date had tables. The page of a tournament
 * (`src/tournament`) finds the own table by them.
 */
import * as v from "valibot"
import { readStored, writeStored } from "~/state/storage"

const KEY = "ticketCodes"
const MAX_CODES = 50 // the server looks up no more at once
const Codes = v.array(v.string())

export const ticketCodes = {
  add: (codes: readonly string[]): void => {
    const known = readStored(KEY, Codes) ?? []
    const added = codes.filter((code) => !known.includes(code))
    if (added.length > 0) writeStored(KEY, [...known, ...added].slice(-MAX_CODES))
  },
}
