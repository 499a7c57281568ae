import { withCards } from "~/firstView/cards"
import { drawPage, pageTemplate, signInFrom } from "~/firstView/page"
import { elementWith, forEach, swap, token, type Choice } from "~/firstView/pieces"
import { productDatesQuery } from "~/api/queries/products"

const LOCATION = "/?here"

const choices: Choice[] = [{ test: "club.welcome" }, { test: "club.invitation.title" }, { test: "first" }]

/** Home with the first date, `first`, and those after it, `rest`; without any, its empty state. */
export function homeTemplate(): string {
  const dates = ["first", "tile"].map((name) => ({ _id: name, name, startTime: "" }))
  const drawn = pageTemplate(choices, (told) => {
    const answer = { products: told("first") ? dates : [], page: 1, pages: 1, total: 2 }
    const html = drawPage(told, { location: LOCATION, answers: [{ key: productDatesQuery().queryKey, data: answer }] })
    return swap(html, signInFrom(LOCATION), token("sign_in"))
  })
  const row = elementWith(drawn, "li", "[card of tile:")
  return withCards(withCards(forEach(drawn, row, "tile", "rest"), "first"), "tile")
}
