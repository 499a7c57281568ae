import * as v from "valibot"
import type { Goal, GoalForm } from "~/api/types"

const amount = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === "" || dollarsOf(text) !== null, "Enter an amount like 3000.00."),
)

const fields = v.object({
  title: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter a title."), v.maxLength(120, "Use at most 120 characters.")),
  of: v.picklist(["event", "season"]),
  product: v.string(),
  startsOn: v.string(),
  endsOn: v.string(),
  target: amount,
  unitName: v.pipe(v.string(), v.trim(), v.maxLength(80, "Use at most 80 characters.")),
  unitCost: amount,
  source: v.pipe(v.string(), v.trim(), v.maxLength(200, "Use at most 200 characters.")),
})

export type GoalValues = v.InferOutput<typeof fields>

export const goalSchema = v.pipe(
  fields,
  v.forward(
    v.check(({ of, product }) => of !== "event" || product !== "", "Choose the event."),
    ["product"],
  ),
  v.forward(
    v.check(({ of, startsOn }) => of !== "season" || startsOn !== "", "Choose the first day."),
    ["startsOn"],
  ),
  v.forward(
    v.check(({ of, endsOn }) => of !== "season" || endsOn !== "", "Choose the last day."),
    ["endsOn"],
  ),
  v.forward(
    v.check(
      ({ of, startsOn, endsOn }) => of !== "season" || endsOn === "" || endsOn >= startsOn,
      "Choose the first day or a later one.",
    ),
    ["endsOn"],
  ),
  v.forward(
    v.check(({ unitName, unitCost }) => unitName === "" || unitCost !== "", "Enter what one costs."),
    ["unitCost"],
  ),
  v.forward(
    v.check(({ unitName, unitCost }) => unitCost === "" || unitName !== "", "Enter what it pays for."),
    ["unitName"],
  ),
)

/** Dollars above 0 from "3000" or "$3,000.00"; null for other texts. */
function dollarsOf(text: string): number | null {
  const dollars = Number(/^\$?\s*(\d{1,7}(?:\.\d{1,2})?)$/.exec(text.replaceAll(",", ""))?.[1] ?? Number.NaN)
  return dollars > 0 ? dollars : null
}

export function valuesOf(goal: Goal | null): GoalValues {
  return {
    title: goal?.title ?? "",
    of: goal?.product ? "event" : "season",
    product: goal?.product ?? "",
    startsOn: goal?.startsOn ?? "",
    endsOn: goal?.endsOn ?? "",
    target: goal?.target?.toFixed(2) ?? "",
    unitName: goal?.unitName ?? "",
    unitCost: goal?.unitCost?.toFixed(2) ?? "",
    source: goal?.source ?? "",
  }
}

/** Only the fields that the choice shows. */
export function fieldsSent({ of, product, startsOn, endsOn, target, unitCost, ...texts }: GoalValues): GoalForm {
  const span = of === "event" ? { product, startsOn: null, endsOn: null } : { product: null, startsOn, endsOn }
  return { ...texts, ...span, target: dollarsOf(target), unitCost: dollarsOf(unitCost) }
}
