// The same ranges and letters as in charityshop/text.py; tests/fold_cases.json tests both.
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800" +
  "\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\ufe00-\\ufe0f"
const ACCENTS =
  "\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff" +
  "\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f"
const UNTYPED = new RegExp(`[${ACCENTS}${INVISIBLE}]`, "gu")
const UNSEEN = new RegExp(`[${INVISIBLE}]`, "gu")
const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g

const FROM = [..."øłđðħŧıς’‘ʼ′“”‐‑‒–—―−"]
const TO = [..."olddhtiσ''''\"\"-------"]
const LETTERS = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
])
FROM.forEach((letter, index) => LETTERS.set(letter, TO[index]!))
const REPLACED = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "gu")

/** Returns a text as searches compare it: without case, accents and invisible characters. "Jose" finds José. */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(UNTYPED, "").toLowerCase()
  return plain.replace(REPLACED, (letter) => LETTERS.get(letter)!)
}

/** Returns a code as people read it: every hyphen is "-", and invisible characters are gone. */
export function cleanCode(text: string): string {
  return text.replace(UNSEEN, "").replace(HYPHENS, "-").trim()
}
