import zones from "../../../tests/zone_rules.json"
import { setClubZone, type ZoneRules } from "~/common/lib/time/clubTime"

const rules = zones as Record<string, unknown>

/** Lets the club be in a time zone, whose rules are those that the server writes into its pages. */
export function inZone(name: string): void {
  if (!(name in rules)) throw new Error(`tests/zone_rules.json has no ${name}.`)
  setClubZone(name, rules[name] as ZoneRules)
}
