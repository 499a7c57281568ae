import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { answerMutation, askedQuery } from "~/shop/queries/seats"
import type { AskedTicket, Pass } from "~/common/api/types"
import { Button } from "~/common/ui/layout/Button"

/** What the event asks, with a button for each answer. Nothing if it asks nothing. */
export default function TicketQuestions({ passes }: { passes: readonly Pass[] }) {
  const { data: tickets = [] } = useQuery(askedQuery(passes.map(({ code }) => code)))
  const [first] = tickets
  if (!first) return null
  const isAlone = tickets.length === 1 && first.answers[0]?.length === 1
  return (
    <section aria-label="Before you come" className="no-print grid gap-4 rounded-card bg-malt p-4">
      {first.questions.map((question, number) => (
        <div key={question._id} className="grid gap-2">
          <h3 className="text-lg">{question.text}</h3>
          {tickets.flatMap((ticket) =>
            ticket.answers[number]!.map((_, seat) => (
              <Seat
                key={`${ticket.code} ${seat}`}
                codes={passes.map(({ code }) => code)}
                name={isAlone ? "" : seatName(passes.find(({ code }) => code === ticket.code)?.label ?? "", seat)}
                {...{ ticket, number, seat }}
              />
            )),
          )}
        </div>
      ))}
      <p className="text-sm text-ink-2">Answer if you like. You can change it until the start.</p>
    </section>
  )
}

/** "You", "You +1", "Kim +2": as pairings name the seats of a ticket. */
const seatName = (label: string, seat: number) => `${label || "You"}${seat > 0 ? ` +${seat}` : ""}`

interface SeatProps {
  codes: readonly string[]
  ticket: AskedTicket
  /** Of the question. */
  number: number
  seat: number
  /** Empty: there is no other seat. */
  name: string
}

/** The answers that a seat can choose. The chosen one is pressed; tapped again, it is taken back. */
function Seat({ codes, ticket, number, seat, name }: SeatProps) {
  const client = useQueryClient()
  const answer = useMutation(answerMutation)
  const { _id: question, text, choices } = ticket.questions[number]!
  const chosen = ticket.answers[number]![seat]
  const choose = async (at: number) => {
    const choice = at === chosen ? null : at
    await answer.mutateAsync({ question, code: ticket.code, seat, choice })
    client.setQueryData(askedQuery(codes).queryKey, (tickets) => withAnswer(tickets, ticket.code, number, seat, choice))
  }
  return (
    <div role="group" aria-label={`${text} ${name}`.trim()} className="flex flex-wrap items-center gap-2">
      {name && <span className="w-full font-semibold sm:w-24">{name}</span>}
      {choices.map((choice, at) => (
        <Button
          key={choice}
          look="secondary"
          aria-pressed={at === chosen}
          className="aria-pressed:border-2 aria-pressed:border-ink aria-pressed:bg-paper aria-pressed:font-bold"
          onClick={() => void choose(at).catch(() => {})}
        >
          {at === chosen && "✓ "}
          {choice}
        </Button>
      ))}
    </div>
  )
}

const withAnswer = (
  tickets: AskedTicket[] | undefined,
  code: string,
  number: number,
  seat: number,
  choice: number | null,
) =>
  tickets?.map((ticket) =>
    ticket.code === code
      ? {
          ...ticket,
          answers: ticket.answers.map((seats, at) =>
            at === number ? seats.map((each, of) => (of === seat ? choice : each)) : seats,
          ),
        }
      : ticket,
  )
