/**
 * Refuses what the oldest browsers (oldest.json) lack: `node tools/browsers/check.mjs`, after a build. It reads the built
 * files and all other scripts and styles that browsers get. What is called on an unknown object counts if no object of
 * those browsers has a member of this name. What is only read from one, tests/e2e/journeys/test_browsers.py finds.
 */
import { readFileSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseSync, transformWithOxc, Visitor } from "vite"
import { newMembers, newNames, newObjects, newStyles } from "./newer.mjs"

const OLDEST = JSON.parse(readFileSync(new URL("oldest.json", import.meta.url), "utf8"))
const TARGET = Object.entries(OLDEST).map((browser) => browser.join(""))
const ROOT = fileURLToPath(new URL("../../../", import.meta.url))

/** What may stand in which files, because they do without it. Optional calls, such as `vibrate?.()`, need no line. */
const ALLOWED = [
  [/\/Calendar-/, "Temporal", "temporal-polyfill takes the browser's where there is one"],
  [/\/Scan-/, "BarcodeDetector", "without it, the shop's decoder reads the pictures"],
  [/\/Scan-/, "requestVideoFrameCallback", "called only where the video has it"],
  [/\/(PassScreen|plain)-/, "navigator.wakeLock", "used only where it exists; the screen turns dark"],
  [/\/ShareButton-/, "navigator.share", "the button is shown only where it exists"],
  [/\/ShareButton-/, "navigator.canShare", "an optional call"],
  [/\/door-/, "navigator.vibrate", "an optional call"],
  [/\/react-/, "navigator.connection", "React reads it only where it exists"],
  [/\/react-/, "ViewTransition", "a component of React"],
  [/\/react-/, "Profiler", "a component of React"],
  [/\/(react|packages)-/, "startViewTransition", "called only where it exists"],
  [/\/decoder-/, "scheduler", "the package qr uses it only where it exists"],
  [/\/decoder-/, "resize", "a function of the package qr"],
  [/\/qr-/, "toBase64", "called only where it exists"],
  [/\.css$/, "@starting-style", "without it, panels appear at once"],
  [/\.css$/, "@property", "Tailwind sets the values again where it is missing"],
  [/\.css$/, "@page", "only for paper"],
  [/\.css$/, "::selection", "only a color"],
  [/\.css$/, "::details-content", "only for paper"],
  [/\.css$/, ":has", "only for looks: no page may need it to be read or used"],
  [/\.css$/, ":popover-open", "in a forgiving list of Tailwind's"],
  [/\.css$/, ":open", "in a forgiving list of Tailwind's"],
]

/** Lookbehind and modifiers. */
const NEW_IN_PATTERNS = /\(\?<[=!]|\(\?[ims]*-?[ims]+:/

const SINGLE = {
  caches: "CacheStorage",
  crypto: "Crypto",
  document: "Document",
  globalThis: "Window",
  history: "History",
  indexedDB: "IDBFactory",
  location: "Location",
  navigator: "Navigator",
  performance: "Performance",
  screen: "Screen",
  self: "Window",
  window: "Window",
}

function listFiles() {
  const found = readdirSync(ROOT + "static", { recursive: true }).map((name) => `static/${name}`)
  const others = ["templates/door/sw.js", "templates/embed/embed.js"]
  const inline = readdirSync(ROOT + "charityshop/security/inline").map((name) => `charityshop/security/inline/${name}`)
  const demo = readdirSync(ROOT + "paypal_simulator/assets").map((name) => `paypal_simulator/assets/${name}`)
  return [...found, ...others, ...inline, ...demo].filter((name) => /\.(js|css)$/.test(name))
}

/** Django's tags stand where a value will. */
const read = (file) => readFileSync(ROOT + file, "utf8").replaceAll(/\{\{.*?\}\}/g, "0")

/** Names of members that the scripts' own objects have, too. */
function findOwnNames(programs) {
  const own = new Set()
  const add = (key) => own.add(key.name ?? key.value)
  const visitor = new Visitor({
    Property: ({ key }) => add(key),
    MethodDefinition: ({ key }) => add(key),
    PropertyDefinition: ({ key }) => add(key),
    AssignmentExpression: ({ left }) => left.type === "MemberExpression" && add(left.property),
  })
  for (const program of programs) visitor.visit(program)
  return own
}

function* findInScript(program, own) {
  const found = []
  const isNewName = (name) => newNames.language.has(name) || (newNames.browser.has(name) && !own.has(name))
  new Visitor({
    Identifier: ({ name }) => newObjects.has(name) && found.push(name),
    MemberExpression: ({ object, property, computed }) => {
      if (computed || object.type !== "Identifier") return
      const owner = object.name in SINGLE ? `${SINGLE[object.name]}.prototype` : object.name
      if (newMembers.has(`${owner}.${property.name}`)) found.push(`${object.name}.${property.name}`)
    },
    CallExpression: ({ callee, optional }) => {
      if (callee.type !== "MemberExpression" || callee.computed || optional) return
      if (isNewName(callee.property.name)) found.push(callee.property.name)
    },
    // The build makes calls of literals that the oldest browsers can't parse.
    Literal: ({ regex, value }) => {
      if (NEW_IN_PATTERNS.test(regex?.pattern ?? value) || regex?.flags.includes("v"))
        found.push(regex?.pattern ?? value)
    },
    TemplateElement: ({ value: { cooked } }) => NEW_IN_PATTERNS.test(cooked) && found.push(cooked),
  }).visit(program)
  yield* new Set(found)
}

function* findInStyle(text) {
  for (const [whole] of text.matchAll(/(?<![\\:\w])(@|::?)[a-z][a-z-]*(?=[^;{}]*[;{])/g))
    if (newStyles.has(whole)) yield whole
  // Conditions as Safari has them from 16.4: `(width >= 40rem)`, and `not` or parentheses after `and`.
  for (const [condition] of text.matchAll(/@media[^{]*/g)) if (/[<>]|and \(?not |\(\(/.test(condition)) yield condition
}

/** Syntax in files that are not built. */
async function hasNewSyntax(file, text) {
  const [older, same] = await Promise.all(
    [TARGET, "esnext"].map((target) => transformWithOxc(text, file, { target, sourcemap: false })),
  )
  return older.code !== same.code
}

const files = listFiles()
const programs = new Map(
  files.filter((file) => file.endsWith(".js")).map((file) => [file, parseSync(file, read(file)).program]),
)
const own = findOwnNames(programs.values())
const used = new Set()
const refused = []
for (const file of files) {
  const program = programs.get(file)
  const names = program ? findInScript(program, own) : findInStyle(read(file))
  for (const name of new Set(names)) {
    const allowed = ALLOWED.find(([where, what]) => what === name && where.test(file))
    if (allowed) used.add(allowed)
    else refused.push(`${file}: ${name}`)
  }
  if (program && !file.startsWith("static/app/") && (await hasNewSyntax(file, read(file))))
    refused.push(`${file}: syntax`)
}
const needless = ALLOWED.filter((allowed) => !used.has(allowed)).map(([where, name]) => `${where}: ${name}`)

if (refused.length > 0) console.error(`The oldest browsers lack this:\n${refused.join("\n")}`)
if (needless.length > 0) console.error(`No file needs these lines of ALLOWED anymore:\n${needless.join("\n")}`)
if (refused.length + needless.length > 0) process.exit(1)
console.log(`${files.length} files have nothing that the oldest browsers lack.`)
