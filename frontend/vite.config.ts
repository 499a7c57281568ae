import { fileURLToPath } from "node:url"
import tailwind from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import type { Plugin } from "vite"
import { defineConfig } from "vitest/config"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const devPort = Number(process.env.VITE_PORT ?? 5173)

/**
 * Few chunks, because the first one lists them all: three for the packages and the code that every page needs, one for
 * parts of most pages, one for small modules of several staff pages, and for one purpose each: the cart and what is
 * stored about placing an order, prices from the server with holds, orders, dialogs, cards. Each chunk of a page is a
 * request before its first text, so those that come together are one. "modal" is apart from "dialog", because the menu
 * and the full-screen code need no more.
 * The door and the page of a tournament share only `react` and the small `fold` (with the till's limits) with the shop, and `plain` and `tables`
 * with each other, so that none loads code of another. What they share with it besides loads late in one of the two:
 * `amount`, `qr` and the `standings` of tournaments.
 */
const chunks = {
  groups: [
    {
      name: "react",
      test: /node_modules\/(react|react-dom|scheduler)\/|src\/common\/jsx\/|src\/common\/lib\/(store|money|text|time\/(clubTime|serverClock))\.ts$|vite\/preload-helper/,
      priority: 5,
    },
    { name: "fold", test: /src\/common\/(lib\/fold\.ts|ui\/layout\/Fold\.tsx|api\/cash\.gen\.ts)$/, priority: 5 },
    { name: "amount", test: /src\/common\/lib\/amount\.ts$/, priority: 5 },
    { name: "bounds", test: /src\/common\/api\/bounds\.gen\.ts$/, priority: 5 },
    { name: "standings", test: /src\/common\/tables\//, priority: 5 },
    { name: "tables", test: /src\/evening\/tables\/(pods|rounds|words)\./, priority: 5 },
    { name: "plain", test: /src\/common\/(ui\/plain|lib\/(call|visible))\./, priority: 5 },
    { name: "door", tags: ["$initial" as const], test: /src\/evening\/(door|scorekeeper)\//, priority: 4 },
    { name: "tournament", tags: ["$initial" as const], test: /src\/evening\/tournament\//, priority: 4 },
    { name: "packages", tags: ["$initial" as const], test: /node_modules.*\.m?js$/, priority: 3 },
    { name: "frame", tags: ["$initial" as const], test: /\.tsx?$/, priority: 2 },
    {
      name: "parts",
      test: /src\/(shop\/(layout\/NotFound|shared\/(venue|paragraphs)|queries\/dates)|common\/(api\/idempotencyKey|ui\/(feedback|time\/(?!HoldLine)|pictures|layout\/(SumRow|PlaceText))))|icons\/trash|@tanstack(?!.*\/(queriesObserver|useQueries)\.)/,
      priority: 1,
    },
    {
      name: "staff",
      test: /src\/(shop\/(features\/admin\/(table\/(listState|cells)|orders\/review\/reviewItems\.)|queries\/staff\/(products|places))|common\/ui\/forms\/FileButton)|icons\/(door-open|download|mail|swords|users|calendar-x)\./,
    },
    { name: "qr", test: /node_modules\/qr\/index\.js$/ },
    { name: "inLine", test: /src\/common\/(api|lib)\/inLine\./ },
    { name: "modal", test: /src\/common\/ui\/(overlays\/Modal|hooks\/useSlides)\.|icons\/x\./ },
    { name: "dialog", test: /src\/common\/ui\/overlays\/Dialog|icons\/pencil\./ },
    {
      name: "price",
      test: /src\/(shop\/(shared\/cart\/price|queries\/checkout)|common\/ui\/time\/HoldLine)\./,
    },
    {
      name: "lines",
      test: /src\/(shop\/(shared\/cart\/(freshCart|useLineRemoval)|state\/checkout)|common\/ui\/forms\/SeatSelect)\.|\/(queriesObserver|useQueries)\./,
    },
    {
      name: "sections",
      test: /src\/(common\/ui\/hooks\/(useInView|useLargeScreen)|shop\/(layout\/useFocusOnHash|shared\/(nextUp\/NextUp|giving\/(RaisedThisSeason|ledgerText))|queries\/giving))\./,
    },
    {
      name: "event",
      test: /src\/(shop\/shared\/mapLink|common\/lib\/refundPolicy)\.|icons\/(check|copy|map-pin)\./,
    },
    { name: "order", test: /src\/(shop\/(shared\/orders\/orderDates|features\/orders\/lines)|common\/lib\/refunds)\./ },
    { name: "card", test: /src\/(shop\/shared\/card\/|common\/lib\/time\/wallClock\.)/ },
  ],
}

/**
 * Lets builds leave out the router's components that nothing uses, such as forms. The router is one module, which calls
 * `forwardRef` for each and then sets its name for developer tools: to the bundler, both may have other effects.
 */
const unusedRouterComponents: Plugin = {
  name: "unused-router-components",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, "")
        .replace(/^var \w+ = (?=React\d*\.forwardRef\()/gm, "$&/* @__PURE__ */ "),
  },
}

export default defineConfig({
  // Django serves the build under this path. The development server uses it too, so that both share a page template.
  base: "/static/app/",
  plugins: [
    // Component tests see texts as they are written, because Testing Library finds none that is in parts.
    react({ jsxImportSource: process.env.VITEST ? "react" : "~/common/jsx" }),
    tailwind(),
    unusedRouterComponents,
  ],
  resolve: {
    alias: {
      "~": here("./src"),
      // By default, the router comes with its warnings for developers, and builds include them.
      "react-router/dom": here("./node_modules/react-router/dist/production/dom-export.mjs"),
      "react-router": here("./node_modules/react-router/dist/production/index.mjs"),
    },
  },
  build: {
    outDir: "../static/app",
    emptyOutDir: true,
    manifest: true,
    target: ["safari16.0", "ios16.0", "chrome109", "edge109", "firefox115"],
    // Nothing is inlined: the content security policy allows no data: URLs, and hashed files are cached forever.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A part that loads later fetches itself, and comes after the chunks that every page has. The entry doesn't name what
      // the pages of staff import, because visitors would load that list, too.
      resolveDependencies: (part, files) =>
        files.filter((file) =>
          part.startsWith("assets/staff/")
            ? file.endsWith(".css")
            : file !== part && !/\/(rolldown-runtime|react|packages)-/.test(file),
        ),
    },
    rolldownOptions: {
      input: {
        main: "src/shop/main.tsx",
        door: "src/evening/door/main.tsx",
        tournament: "src/evening/tournament/main.tsx",
        console: "src/common/styles/console.css",
      },
      output: {
        codeSplitting: chunks,
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.includes("/features/admin/") ? "staff/" : ""}[name]-[hash].js`,
      },
    },
  },
  server: {
    port: devPort,
    strictPort: true,
    host: "127.0.0.1",
    // Django's page, on another port, loads its modules from here.
    origin: `http://127.0.0.1:${devPort}`,
    cors: { origin: /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/ },
  },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    // Test files share one environment and one set of modules, because loading the app takes as long as testing it.
    // src/testing/browser.tsx resets their state. So tests must not mock modules.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
  },
})
