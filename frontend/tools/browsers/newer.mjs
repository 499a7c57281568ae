/**
 * What the oldest browsers (oldest.json) lack, by MDN's data.
 * `node tools/browsers/newer.mjs` writes a script that removes all of it from the browser that runs it.
 */
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)
const data = require("@mdn/browser-compat-data")
const { ios, ...oldest } = require("./oldest.json")
/** By MDN's names. */
const OLDEST = { ...oldest, safari_ios: ios, chrome_android: oldest.chrome, firefox_android: oldest.firefox }

const numbers = (version) => version.replace("≤", "").split(".").map(Number)

function isUpTo(version, oldest) {
  if (typeof version !== "string" || version === "preview") return false
  const [[major, minor = 0], [oldestMajor, oldestMinor = 0]] = [numbers(version), numbers(oldest)]
  return major < oldestMajor || (major === oldestMajor && minor <= oldestMinor)
}

/** Whether all of the oldest browsers have it, also if some of it differs there. */
function isOld({ support }) {
  return Object.entries(OLDEST).every(([browser, oldest]) =>
    [support[browser] ?? []]
      .flat()
      .some(
        (entry) =>
          isUpTo(entry.version_added, oldest) &&
          !isUpTo(entry.version_removed, oldest) &&
          !(entry.flags ?? entry.prefix ?? entry.alternative_name),
      ),
  )
}

const isFeature = ([name, feature]) => name !== "__compat" && feature.__compat

/** Yields each object of a browser with its name, such as "AbortSignal" and "Intl.DateTimeFormat". */
function* listObjects() {
  yield* Object.entries(data.api).filter(isFeature)
  for (const [name, object] of Object.entries(data.javascript.builtins).filter(isFeature)) {
    yield [name, object]
    if (["Intl", "Temporal", "WebAssembly"].includes(name))
      for (const [part, inside] of Object.entries(object).filter(isFeature))
        if (/^[A-Z]/.test(part) && part !== name) yield [`${name}.${part}`, inside]
  }
}

/** Objects that are missing as a whole, such as "Temporal". */
export const newObjects = new Set()
/** Members that are missing, such as "AbortSignal.any" and "Array.prototype.toSorted". */
export const newMembers = new Set()
/** Names that only members have which are missing there: "toSorted", of JavaScript's own objects, and "checkVisibility". */
export const newNames = { language: new Set(), browser: new Set() }

const oldNames = new Set()
for (const [object, feature] of listObjects()) {
  const exists = isOld(feature.__compat)
  if (!exists) newObjects.add(object)
  for (const [key, member] of Object.entries(feature).filter(isFeature)) {
    const name = key.replace(/_static$/, "")
    if (!/^[a-z]\w*$/i.test(name) || name.endsWith("_event") || name === object) continue
    if (exists && isOld(member.__compat)) oldNames.add(name)
    else {
      // The data doesn't say which members of JavaScript's own objects belong to what these make.
      if (!(object in data.api) || key !== name) newMembers.add(`${object}.${name}`)
      if (key === name) newMembers.add(`${object}.prototype.${name}`)
    }
    // Who has no such object calls none of its members.
    if (exists) newNames[object in data.api ? "browser" : "language"].add(name)
  }
}
for (const name of oldNames) for (const names of Object.values(newNames)) names.delete(name)

/** At-rules and selectors that are missing, such as "@scope" and ":has". */
export const newStyles = new Set(
  [
    ...Object.entries(data.css["at-rules"]).map(([name, feature]) => [`@${name}`, feature]),
    ...Object.entries(data.css.selectors).flatMap(([name, feature]) =>
      [`:${name}`, `::${name}`].map((text) => [text, feature]),
    ),
  ].flatMap(([name, { __compat }]) => (__compat && !isOld(__compat) ? [name] : [])),
)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`${remove};remove(${JSON.stringify([[...newObjects], [...newMembers]])})`)
}

/* Runs in the page. */
function remove([objects, members]) {
  const find = (path) => path.split(".").reduce((found, name) => found?.[name], window)
  for (const path of members) {
    const [, owner, name] = /(.+)\.(.+)/.exec(path)
    const place = find(owner)
    if (place) delete place[name]
  }
  for (const path of objects) {
    const [, owner, name] = /^(?:(.+)\.)?(.+)$/.exec(path)
    const place = owner ? find(owner) : window
    if (place) delete place[name]
  }
}
