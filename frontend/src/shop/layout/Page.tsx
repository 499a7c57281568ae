import clsx from "clsx"
import { useEffect, type ReactNode } from "react"
import { shop } from "~/shop/state/shop"

/** document.title: "{page} · {shop}" */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${shop().name}` : shop().name
  }, [title])
}

/** A page's column, document title and only h1 (visually hidden with `quietHeading`). */
export function Page({
  title,
  heading = title,
  quietHeading = false,
  narrow = false,
  beside,
  children,
}: {
  title: string
  heading?: ReactNode
  quietHeading?: boolean
  /** A form's column, such as for signing in. */
  narrow?: boolean
  /** Shown at the end of the heading's line. */
  beside?: ReactNode
  children?: ReactNode
}) {
  useTitle(title)
  return (
    <div className={clsx("wrap py-6 lg:py-10", narrow && "max-w-form")}>
      {beside ? (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <h1>{heading}</h1>
          {beside}
        </div>
      ) : (
        <h1 className={quietHeading ? "sr-only" : "mb-5"}>{heading}</h1>
      )}
      {children}
    </div>
  )
}
