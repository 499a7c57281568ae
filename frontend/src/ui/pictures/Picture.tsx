import clsx from "clsx"
import { pictureSources } from "~/lib/pictures"
import { CardBack } from "~/ui/pictures/CardBack"

interface PictureProps {
  /** "/media/events/<hash>.jpg", or "" for none */
  image: string
  /** "" where the name stands beside it */
  alt?: string
  /** As in <img sizes>: how wide it is shown */
  sizes: string
  /** The first picture in sight: loaded at once. All others wait until they come near. */
  eager?: boolean
  className?: string
}

/** An event's picture, 16:9, in the smallest file that does; the back of a card where there is none. */
export function Picture({ image, alt = "", sizes, eager = false, className }: PictureProps) {
  const frame = clsx("aspect-video w-full bg-malt object-cover", className)
  if (image === "") return <CardBack className={frame} />
  const sources = pictureSources(image)
  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        src={image}
        alt={alt}
        width={1600}
        height={900}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding={eager ? "sync" : "async"}
        className={frame}
      />
    </picture>
  )
}
