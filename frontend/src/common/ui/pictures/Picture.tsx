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
  return (
    <picture>
      {isUploaded(image) &&
        ["avif", "webp"].map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourcesOf(image, format)} sizes={sizes} />
        ))}
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

/** Only uploaded images have other sizes: "/media/events/<hash>-640.webp" */
const isUploaded = (image: string) => /^\/media\/.+\.jpg$/.test(image)

const sourcesOf = (image: string, format: string) =>
  WIDTHS.map((width) => `${image.slice(0, -".jpg".length)}-${width}.${format} ${width}w`).join(", ")
