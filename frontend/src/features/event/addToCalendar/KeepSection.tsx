import { lazy, Suspense } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { useInView } from "~/ui/hooks/useInView"

const KeepButtons = lazy(() => import("./KeepButtons"))

/** To keep a date in mind, and to tell others of it. The buttons come once their place is near, in room kept for them. */
export function Keep({ product, date }: { product: ProductDetail; date: Occurrence | undefined }) {
  const [place, near] = useInView()
  return (
    <div ref={place} data-late className="flex min-h-tap flex-wrap gap-3">
      {near && (
        <Suspense>
          <KeepButtons product={product} date={date} />
        </Suspense>
      )}
    </div>
  )
}
