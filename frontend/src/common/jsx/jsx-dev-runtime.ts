/** The same for development and tests, with React's warnings. */
import type { ElementType, Key, ReactElement } from "react"
import { type JSXSource, jsxDEV as reactJsxDEV } from "react/jsx-dev-runtime"
import { withTexts } from "./texts"

export { Fragment } from "react"

export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const safe: { children?: unknown } = withTexts(type, props)
  return reactJsxDEV(type, safe, key, isStatic && Array.isArray(safe.children), source, self)
}
