import { useId } from "react"

interface Props<T extends string> {
  label: string
  options: Readonly<Record<T, string>>
  /** Null: nothing is chosen yet. */
  value: T | null
  choose: (value: T) => void
}

/** A few options, of which one is chosen. */
export function Choices<T extends string>({ label, options, value, choose }: Props<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(options) as T[]).map((option) => (
          <label
            key={option}
            className="edge flex min-h-12 flex-auto cursor-pointer items-center justify-center gap-2 rounded-md border border-line bg-paper px-3 has-checked:border-ink has-checked:bg-malt has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              onChange={() => choose(option)}
              className="size-5 accent-(--felt-2)"
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
