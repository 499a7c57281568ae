import { paragraphs } from "~/lib/text/paragraphs"

/** A text of the shop's settings. An empty line starts a new paragraph. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return (
    <div className="grid gap-3">
      {paragraphs(text).map((paragraph) => (
        <p key={paragraph} className={className}>
          {paragraph}
        </p>
      ))}
    </div>
  )
}
