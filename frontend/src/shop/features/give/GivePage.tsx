import { useId, useState, type SubmitEvent } from "react"
import { useNavigate } from "react-router-dom"
import { Page } from "~/shop/layout/Page"
import { giftProblem, parseGift } from "~/shop/shared/giving/gift"
import { formatMoney } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { charity, shop } from "~/shop/state/shop"
import { ChoiceGroup, MoneyField, RadioChoice } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"

const AMOUNTS = [5, 10, 25, 50]
const LEAST = 1

/** A gift without tickets: /give */
export default function GivePage() {
  const [choice, setChoice] = useState("")
  const [text, setText] = useState("")
  const [problem, setProblem] = useState("")
  const name = useId()
  const navigate = useNavigate()
  const amount = choice === "other" ? parseGift(text, LEAST) : Number(choice)
  const choose = (value: string) => {
    setChoice(value)
    setProblem("")
  }
  const proceed = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (amount) return void navigate(paths.payGift(amount))
    setProblem(choice === "" ? "Choose an amount." : parseGift(text) ? "Enter $1.00 or more." : giftProblem(text))
    event.currentTarget.querySelector<HTMLElement>(choice === "" ? "input" : "input[type=text]")?.focus()
  }
  return (
    <Page title="Make a gift" narrow>
      <form noValidate onSubmit={proceed} className="grid gap-5">
        <p>
          {`Your gift goes to ${charity()}${charity() === shop().name ? "" : `, through ${shop().name}`}, after PayPal's fee. No ticket needed.`}
        </p>
        <ChoiceGroup
          label={`How much would you like to give to ${charity()}?`}
          error={choice === "" ? problem || undefined : undefined}
          inline={false}
        >
          {AMOUNTS.map((dollars) => (
            <RadioChoice
              key={dollars}
              name={name}
              label={formatMoney(dollars).replace(".00", "")}
              value={dollars}
              checked={choice === String(dollars)}
              onChange={() => choose(String(dollars))}
            />
          ))}
          <RadioChoice
            name={name}
            label="Other amount"
            value="other"
            checked={choice === "other"}
            onChange={() => choose("other")}
          />
        </ChoiceGroup>
        {choice === "other" && (
          <MoneyField
            label="Amount"
            value={text}
            error={problem || undefined}
            onChange={({ target }) => {
              setText(target.value)
              setProblem("")
            }}
          />
        )}
        <Button type="submit">{amount ? `Give ${formatMoney(amount)}` : "Continue"}</Button>
      </form>
    </Page>
  )
}
