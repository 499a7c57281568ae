import clsx from "clsx"
import type { ReactNode } from "react"
import { Notice } from "~/common/ui/feedback/Notice"
import { CardBack } from "~/common/ui/pictures/CardBack"

/** A gray placeholder for loading content, invisible for the first 300 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("skeleton after-a-moment", className)} />
}

/** Wraps skeletons and announces once what is loading. Hides the footer while it is on the page (base.css). */
export function Loading({ text, children, className }: { text: string; children?: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" data-waiting className={className}>
      <p role="status" className="sr-only">
        {text}
      </p>
      {children}
    </div>
  )
}

/** Shown for an empty list: a sentence, an action and the back of a card. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <CardBack className="h-28 w-20 rotate-[-6deg] rounded-art" />
      <p className="text-lg">{children}</p>
      {action}
    </div>
  )
}

/** Replaces content that failed to load: "We couldn't load the events." `message` is for errors without a toast. */
export function ErrorPanel({ what, onRetry, message }: { what: string; onRetry: () => void; message?: ReactNode }) {
  return (
    <Notice look="error" onRetry={onRetry}>
      <p className="font-semibold">We couldn't load {what}.</p>
      {message && <p>{message}</p>}
    </Notice>
  )
}

interface Loadable<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  refetch: () => unknown
}

/** The states of a query: loading, failed with "Try again", and loaded. Old data stays visible. */
export function Loaded<T>({
  query,
  isReady = true,
  what,
  loading,
  children,
}: {
  query: Loadable<T>
  /** False while something else has to load that would move the content. */
  isReady?: boolean
  /** As in "We couldn't load {what}." and "Loading {what}…": "the events" */
  what: string
  loading: ReactNode
  children: (data: T) => ReactNode
}) {
  if (isReady && query.data !== undefined) return <>{children(query.data)}</>
  if (!isReady || query.isPending) return <Loading text={`Loading ${what}…`}>{loading}</Loading>
  return <ErrorPanel what={what} onRetry={() => void query.refetch()} />
}
