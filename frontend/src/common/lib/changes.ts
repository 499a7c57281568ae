/**
 * A change of a stored thing: the fields that it sends, and what the page showed of them. The shop refuses it if somebody
 * else has changed one of them meanwhile.
 */
export type Changes<F> = Partial<F> & { seen: Partial<F> }

/** What a button changes of a thing that the page shows: `change(voucher, { off: true })` */
export function change<F extends object, Name extends keyof F>(
  shown: F,
  changed: Pick<F, Name>,
): Changes<Pick<F, Name>> {
  return { ...changed, seen: pick(shown, Object.keys(changed) as Name[]) }
}

/** What a button that deletes or ends a thing says of it: what the page showed. */
export type Seen<F = object> = { seen: Partial<F> }

/** `seen(goal, "title", "target")` */
export const seen = <F extends object>(shown: F, ...names: (keyof F)[]): Seen<F> => ({ seen: pick(shown, names) })

const pick = <F extends object, Name extends keyof F>(from: F, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<F, Name>
