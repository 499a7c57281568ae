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
  const names = Object.keys(changed) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, shown[name]])) as Pick<F, Name>
  return { ...changed, seen }
}
