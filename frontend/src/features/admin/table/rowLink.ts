/**
 * The look of a link among texts: to the eye as high as its line, to a finger on a small screen as high as a button.
 * Another such link needs 22 px to it, or they share what lies between.
 */
export const rowLink = "-my-[11px] inline-flex min-h-tap items-center py-[11px] underline lg:my-0 lg:min-h-6 lg:py-0"

/** A link that can be pressed anywhere in the box around it, which is `relative`. Other links in there lie above it. */
export const wholeBox = "after:absolute after:inset-0 after:rounded-[inherit]"
export const aboveBox = "relative z-1"
