import type { LucideIcon } from "lucide-react"
import { useId, type ReactNode } from "react"

interface FileButtonProps {
  label: ReactNode
  icon: LucideIcon
  /** Types and endings: ".csv,text/csv" */
  accept: string
  describedBy?: string | undefined
  onFile: (file: File) => void
}

/** The native file input, styled like a button. Choosing the same file again reports it again. */
export function FileButton({ label, icon: Icon, accept, describedBy, onFile }: FileButtonProps) {
  const id = useId()
  return (
    <span className="relative inline-flex min-h-tap items-center gap-2 justify-self-start rounded-md border border-line bg-paper px-4 py-1 font-semibold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus-a) hover:bg-malt">
      <Icon aria-hidden size={18} className="shrink-0" />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          target.value = ""
        }}
        className="absolute -inset-px cursor-pointer opacity-0"
      />
    </span>
  )
}
