import type { ThankYou } from "~/api/queries/staff/messages"

/** What guests answered, without their names. */
export function Answers({ answers: { good, better, texts } }: { answers: ThankYou["answers"] }) {
  return (
    <>
      <h3 className="font-text text-lg font-bold">Was it a good night?</h3>
      <p className="count">{good + better === 0 ? "No answers yet." : `Yes: ${good} · Could be better: ${better}`}</p>
      {texts.length > 0 && (
        <ul className="grid gap-2">
          {texts.map(({ isGood, text }, index) => (
            <li key={index} className="max-w-measure border-l-4 border-line pl-3 wrap-anywhere">
              <span className="font-semibold">{isGood ? "Yes:" : "Could be better:"}</span>{" "}
              <span className="whitespace-pre-line">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
