import { ChevronRight } from "lucide-react"
import { shop } from "~/state/shop"
import { CopyField } from "~/ui/forms/CopyField"

/** The HTML that shows upcoming events on a club's own site. */
export function OnYourSite() {
  const { origin } = window.location
  const frame = `<iframe src="${origin}/embed/events?theme=light" title="Upcoming events at ${escapeAttribute(shop().name)}" width="100%" height="600" style="border:0" loading="lazy"></iframe>`
  return (
    <details className="group mt-8 rounded-card border border-hair bg-paper px-4">
      <summary className="flex min-h-tap cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={18} className="transition-transform group-open:rotate-90" />
        Put this on your site
      </summary>
      <div className="grid max-w-[60rem] gap-4 pb-4">
        <p>
          This code shows your next events on any web page and stays up to date. Visitors book in the shop, which opens
          in a new tab.{" "}
          <a
            href="/embed/events"
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-tap items-center font-semibold underline"
          >
            See the list<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
        <CopyField
          label="Script (its height fits the list)"
          text={`<script async src="${origin}/embed.js"></script>`}
        />
        <CopyField label="Frame with a fixed height, for sites that don't allow scripts" text={frame} rows={4} />
        <p className="text-sm text-ink-2">
          To change the list, add attributes to the script, such as <Code>data-limit="10"</Code>,{" "}
          <Code>data-theme="dark"</Code>, <Code>data-category="Draft"</Code>, <Code>data-weekday="4"</Code> (Monday is
          0), or parameters to the frame's address, such as <Code>&amp;limit=10&amp;category=Draft</Code>.
        </p>
      </div>
    </details>
  )
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-malt px-1 whitespace-nowrap text-ink">{children}</code>
}

/** Escapes a text for an attribute. */
function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")
}
