// The same ranges and letters as in charityshop/text.py; tests/fold_cases.json tests both.
/** Unicode's "default ignorable" characters and the blank Braille pattern. */
const INVISIBLE = "\\p{DI}\\u2800"
const ACCENTS =
  "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff" +
  "\ufe20-\ufe2f"
const UNTYPED = new RegExp(`[${ACCENTS}${INVISIBLE}]`, "gu")
const UNSEEN = new RegExp(`[${INVISIBLE}]`, "gu")
const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g

const FROM = "øłđðħŧıς’‘ʼ′“”‐‑‒–—―−ßæœþ"
const TO = [...`olddhtiσ''''""-------`, "ss", "ae", "oe", "th"]
const REPLACED = new RegExp(`[${FROM}]`, "g")

/** Returns a text as searches compare it: without case, accents and invisible characters. "Jose" finds José. */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(UNTYPED, "").toLowerCase()
  return plain.replace(REPLACED, (letter) => TO[FROM.indexOf(letter)]!)
}

/** Returns a code as people read it: every hyphen is "-", and invisible characters are gone. */
export function cleanCode(text: string): string {
  return text.replace(UNSEEN, "").replace(HYPHENS, "-").trim()
}
