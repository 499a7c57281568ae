import { Search } from "lucide-react"
import type { FormEvent } from "react"
import { Button } from "~/ui/Button"

/** Sends on Enter or its button; an empty search is the whole list. */
export function SearchField({ keyword, onSearch }: { keyword: string; onSearch: (keyword: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get("keyword") ?? "").trim())
  }
  return (
    <form role="search" onSubmit={send} className="grid flex-1 basis-full gap-1 sm:basis-0 lg:max-w-[26rem]">
      <label htmlFor="keyword" className="font-semibold">
        Search events
      </label>
      <div className="flex gap-2">
        <input
          id="keyword"
          name="keyword"
          type="search"
          defaultValue={keyword}
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
