const WIDTHS = [320, 640, 960, 1600] as const

export interface PictureSources {
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
