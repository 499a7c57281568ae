import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { pageWindow, Pagination } from "~/ui/layout/Pagination"

function show(page: number, pages: number) {
  render(
    <MemoryRouter initialEntries={["/page/2?category=Magic"]}>
      <Pagination page={page} pages={pages} hrefFor={(n) => `/page/${n}`} />
    </MemoryRouter>,
  )
}

test.each([
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 3]],
  [5, 9, [4, 5, 6]],
  [9, 9, [7, 8, 9]],
])("page %i of %i shows %j", (page, pages, numbers) => {
  expect(pageWindow(page, pages)).toEqual(numbers)
})

test("links keep the query string, and the current page is marked", () => {
  show(2, 3)

  expect(screen.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page")
  expect(screen.getByRole("link", { name: "Next" })).toHaveAttribute("href", "/page/3?category=Magic")
  expect(screen.getByRole("link", { name: "Prev" })).toHaveAttribute("href", "/page/1?category=Magic")
})

test("the last page has no Next link", () => {
  show(3, 3)

  expect(screen.queryByRole("link", { name: "Next" })).not.toBeInTheDocument()
})

test("a single page has no pagination", () => {
  show(1, 1)

  expect(screen.queryByRole("navigation")).not.toBeInTheDocument()
})
