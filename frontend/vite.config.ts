import { fileURLToPath } from "node:url"
import tailwind from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"

const devPort = Number(process.env.VITE_PORT ?? 5173)

/** Few files: packages and our own code that every page needs in two; what most pages show, and cards, in two more. */
const fewChunks = {
  groups: [
    { name: "packages", tags: ["$initial" as const], test: /node_modules.*\.m?js$/, priority: 3 },
    { name: "frame", tags: ["$initial" as const], test: /\.tsx?$/, priority: 2 },
    { name: "parts", test: /src\/(ui\/(feedback|time|layout|pictures))\/|@tanstack/, priority: 1 },
    { name: "card", test: /src\/shared\/card\// },
  ],
}

export default defineConfig({
  // Django serves the build below this path, and the development server answers below it too, so that one page
  // template serves both.
  base: "/static/app/",
  plugins: [react(), tailwind()],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../static/app",
    emptyOutDir: true,
    manifest: true,
    // Nothing inlined: the content security policy names no data: scripts or styles, and hashed files cache for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: "src/main.tsx", console: "src/styles/console.css" },
      output: { codeSplitting: fewChunks },
    },
  },
  server: {
    port: devPort,
    strictPort: true,
    host: "127.0.0.1",
    // Django's page on another port loads its modules from here.
    origin: `http://127.0.0.1:${devPort}`,
    cors: { origin: /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/ },
  },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    // One browser and one set of modules for many files: to load the app takes as long as to test it. What a test
    // leaves behind, src/testing/newBrowser.ts clears away; so nothing may mock a module.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
  },
})
