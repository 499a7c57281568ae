import clsx from "clsx"
import { LoaderCircle } from "lucide-react"
import { Logo } from "~/ui/pictures/Logo"

/** A small turning circle beside a word that says what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden size={18} className={clsx("spin shrink-0", className)} />
}

/** The turning logo mark, with the words; it stands still where reduced motion is asked for. */
export function LogoLoader({ text = "Loading events…" }: { text?: string }) {
  return (
    <div role="status" className="after-a-moment flex flex-col items-center gap-3 p-6 text-ink-2">
      <Logo size={56} className="turn" />
      <p>{text}</p>
    </div>
  )
}
