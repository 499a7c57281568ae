const FRAMES = ["green", "berry", "blue", "rust", "slate"] as const

export type Frame = (typeof FRAMES)[number]

/** One of the five tested frame colours, always the same for a category, whatever staff type there. */
export function categoryFrame(category: string): Frame {
  let hash = 0
  for (const letter of category.trim().toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
  return FRAMES[hash % FRAMES.length]!
}
