/**
 * The style of a link within texts: as high as its line, but with the tap target of a button on small screens. Two such
 * links need 22 px between them, or their targets overlap.
 */
export const rowLink =
  "-my-[11px] inline-flex min-h-tap items-center py-[11px] underline [overflow-wrap:anywhere] lg:my-0 lg:min-h-6 lg:py-0"

/** A link whose tap target is the whole `relative` box around it. Other links in the box use `aboveBox`. */
export const wholeBox = "after:absolute after:inset-0 after:rounded-[inherit]"
export const aboveBox = "relative z-1"
