import clsx from "clsx"
import { Search, SlidersHorizontal } from "lucide-react"
import { type FormEvent, useEffect, useRef } from "react"
import { Button } from "~/common/ui/layout/Button"

interface SearchFormProps {
  id: string
  label: string
  /** The current search text. */
  present: string
  onSearch: (keyword: string) => void
  className?: string
}

/** Searches on Enter or its button; an empty search shows the whole list. What is typed after a search stays when it comes. */
export function SearchForm({ id, label, present, onSearch, className }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const searched = useRef(present)
  useEffect(() => {
    if (present === searched.current || !field.current) return
    field.current.value = searched.current = present
  }, [present])
  const send = (event: FormEvent) => {
    event.preventDefault()
    searched.current = field.current?.value.trim() ?? ""
    onSearch(searched.current)
  }
  return (
    <form role="search" onSubmit={send} className={clsx("grid min-w-0 gap-1", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex gap-3">
        <input
          ref={field}
          id={id}
          name="keyword"
          type="search"
          defaultValue={present}
          maxLength={80}
          enterKeyHint="search"
          className="min-h-tap w-full min-w-0 rounded-md border border-line bg-paper px-3 text-ink"
        />
        <Button type="submit" look="secondary">
          <Search aria-hidden size={18} />
          Search
        </Button>
      </div>
    </form>
  )
}

interface FiltersButtonProps {
  id?: string
  chosen: number
  onClick: () => void
  className?: string
}

/** Opens the dialog with the filters and shows how many are set: "Filters (2)" */
export function FiltersButton({ id, chosen, onClick, className }: FiltersButtonProps) {
  return (
    <Button id={id} look="secondary" aria-haspopup="dialog" onClick={onClick} className={clsx("min-w-28", className)}>
      <SlidersHorizontal aria-hidden size={18} />
      {chosen > 0 ? `Filters (${chosen})` : "Filters"}
    </Button>
  )
}
