import { useEffect } from "react"
import type { FieldValues, Path } from "react-hook-form"
import type { ShopForm } from "./useForm"

/** The problems of a form whose last submit had several, above its fields. Marks the page's title. */
export function FormProblems<V extends FieldValues>({ form }: { form: ShopForm<V> }) {
  const { summary, problems, idFor, hook, failures, notice, conflict, summarizes } = form
  useErrorTitle(failures > 0 && (problems.length > 0 || notice !== null || conflict !== null))
  if (!summarizes) return null
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-2 border-err bg-err-bg p-4 text-ink"
      aria-labelledby="form-problem"
    >
      <h2 id="form-problem" className="font-text text-lg font-bold">
        There is a problem
      </h2>
      <ul className="mt-1 grid lg:mt-2 lg:gap-1">
        {problems.map(({ name, message }) => (
          <li key={name}>
            {/* Moves the focus by script, so that the URL doesn't change. */}
            <a
              href={`#${idFor(name)}`}
              className="inline-flex min-h-tap items-center text-err underline lg:min-h-6"
              onClick={(event) => {
                event.preventDefault()
                hook.setFocus(name as Path<V>)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PREFIX = "Error: "

function useErrorTitle(failed: boolean) {
  useEffect(() => {
    if (!failed) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [failed])
}
