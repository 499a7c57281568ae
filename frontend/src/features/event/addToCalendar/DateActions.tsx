import { lazy, Suspense } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { useInView } from "~/ui/hooks/useInView"

const DateActionButtons = lazy(() => import("./DateActionButtons"))

/** The buttons Add to calendar and Share. They load into reserved space when it is scrolled near. */
export function DateActions({ product, date }: { product: ProductDetail; date: Occurrence | undefined }) {
  const [place, near] = useInView()
  return (
    <div ref={place} data-late className="flex min-h-tap flex-wrap gap-3">
      {near && (
        <Suspense>
          <DateActionButtons product={product} date={date} />
        </Suspense>
      )}
    </div>
  )
}
