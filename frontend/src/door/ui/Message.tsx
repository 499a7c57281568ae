import type { ReactNode } from "react"

/** A screen that says one thing. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className="mx-auto grid w-full max-w-md content-start gap-4 p-4 pt-12">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}
