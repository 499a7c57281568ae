/** React's functions for JSX, with texts that translators may replace. Vite and TypeScript take them for all of our JSX. */
import type { ElementType, ExoticComponent, Key, JSX as ReactJSX, ReactElement } from "react"
import { jsx as reactJsx } from "react/jsx-runtime"
import { withTexts } from "./texts"

export { Fragment } from "react"

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsx(type, withTexts(type, props), key)
}

/** The same for an element whose children are written one by one, and so need no keys, which only development checks. */
export const jsxs = jsx

/** A component that doesn't return a text, which would have no element. */
export type Component<Props> =
  ExoticComponent<Props> | ((props: Props) => ReactElement | ReactElement[] | "" | false | null | undefined)

/** React's types, but only with such components. */
export declare namespace JSX {
  type ElementType = keyof ReactJSX.IntrinsicElements | (new (props: never) => ReactJSX.ElementClass) | Component<never>
  type Element = ReactJSX.Element
  type ElementClass = ReactJSX.ElementClass
  type ElementAttributesProperty = ReactJSX.ElementAttributesProperty
  type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute
  type LibraryManagedAttributes<C, P> = ReactJSX.LibraryManagedAttributes<C, P>
  type IntrinsicAttributes = ReactJSX.IntrinsicAttributes
  type IntrinsicClassAttributes<T> = ReactJSX.IntrinsicClassAttributes<T>
  type IntrinsicElements = ReactJSX.IntrinsicElements
}
