import clsx from "clsx"
import { LoaderCircle } from "lucide-react"
import { Logo } from "~/common/ui/pictures/Logo"

/** A small spinner next to a text that describes the activity. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden size={18} className={clsx("spin shrink-0", className)} />
}

/** The rotating logo with a text. Doesn't rotate with reduced motion. */
export function LogoLoader({ text }: { text: string }) {
  return (
    <div role="status" className="after-a-moment flex flex-col items-center gap-3 p-6 text-ink-2">
      <Logo size={56} className="turn" />
      <p>{text}</p>
    </div>
  )
}
