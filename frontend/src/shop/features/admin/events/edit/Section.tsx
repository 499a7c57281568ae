import { useId, type ReactNode } from "react"

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:gap-4 panel p-4 lg:px-6 lg:py-5">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
