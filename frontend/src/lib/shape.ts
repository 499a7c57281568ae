/**
 * Reads values that others wrote: what a browser kept, what a page carries. Each page would pay 7 KB for the library
 * that checks forms; this little is enough for that.
 */

/** Answers the value as it should be; throws Mismatch for any other. */
export type Shape<T> = (value: unknown) => T

export type Read<S> = S extends Shape<infer T> ? T : never

class Mismatch extends Error {}

const of =
  <T>(is: (value: unknown) => value is T): Shape<T> =>
  (value) => {
    if (is(value)) return value
    throw new Mismatch()
  }

export const text = of((value): value is string => typeof value === "string")
export const number = of((value): value is number => typeof value === "number" && Number.isFinite(value))
export const flag = of((value): value is boolean => typeof value === "boolean")

export const oneOf = <const T extends string>(...names: T[]): Shape<T> =>
  of((value): value is T => names.includes(value as T))

/** Of this shape and passing a test. */
export const that =
  <T>(shape: Shape<T>, passes: (value: T) => boolean): Shape<T> =>
  (value) => {
    const read = shape(value)
    if (passes(read)) return read
    throw new Mismatch()
  }

export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value) =>
    value === undefined ? undefined : shape(value)

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value) =>
    value === null ? null : shape(value)

/** Where it is not of this shape, the other value. */
export const orElse =
  <T>(shape: Shape<T>, other: T): Shape<T> =>
  (value) => {
    try {
      return shape(value)
    } catch (error) {
      if (error instanceof Mismatch) return other
      throw error
    }
  }

export const list =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value) => {
    if (Array.isArray(value)) return value.map(shape)
    throw new Mismatch()
  }

type Optional<F> = { [K in keyof F]: undefined extends Read<F[K]> ? K : never }[keyof F]
type Fields<F> = { [K in Exclude<keyof F, Optional<F>>]: Read<F[K]> } & { [K in Optional<F>]?: Read<F[K]> }

/** An object with these fields; others are left out. */
export const record =
  <F extends Record<string, Shape<unknown>>>(fields: F): Shape<{ [K in keyof Fields<F>]: Fields<F>[K] }> =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Mismatch()
    const read: Record<string, unknown> = {}
    for (const [name, shape] of Object.entries(fields)) {
      const found = shape((value as Record<string, unknown>)[name])
      if (found !== undefined) read[name] = found
    }
    return read as never
  }

/** The value as it should be; null for any other. */
export function readAs<T>(shape: Shape<T>, value: unknown): T | null {
  return orElse<T | null>(shape, null)(value)
}
