import clsx from "clsx"
import { CardBack } from "~/common/ui/pictures/CardBack"

interface PictureProps {
  /** "/media/events/<hash>.jpg", or "" for none */
  image: string
  /** "" if the name is next to it */
  alt?: string
  /** As in <img sizes> */
  sizes: string
  /** For the first visible image: loads it immediately instead of lazily. */
  eager?: boolean
  className?: string
}

/** An event's image, 16:9, in the smallest sufficient file, or the back of a card if there is none. */
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

const WIDTHS = [320, 640, 960, 1600] as const

interface PictureSources {
  avif: string
  webp: string
  jpg: string
}

/** Returns the URLs of an uploaded image ("/media/events/<hash>.jpg") in all sizes; null for other images. */
export function pictureSources(image: string): PictureSources | null {
  if (!/^\/media\/.+\.jpg$/.test(image)) return null
  const stem = image.slice(0, -".jpg".length)
  const srcSet = (format: string) => WIDTHS.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ")
  return { avif: srcSet("avif"), webp: srcSet("webp"), jpg: image }
}
