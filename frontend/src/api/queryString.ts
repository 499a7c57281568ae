type Value = string | number | boolean | null | undefined

/** { pageNumber: 2, keyword: "" } → "?pageNumber=2": empty values are left out. */
export function queryString(values: Readonly<Record<string, Value>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ""
}
