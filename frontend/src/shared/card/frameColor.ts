const FRAMES = ["green", "berry", "blue", "rust", "slate"] as const

export type Frame = (typeof FRAMES)[number]

/** Returns one of the five tested frame colors, always the same one for a category. */
export function categoryFrame(category: string): Frame {
  let hash = 0
  for (const letter of category.trim().toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
  return FRAMES[hash % FRAMES.length]!
}
