import type { ElementType, ReactNode } from 'react'
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { isText, separateTexts, wrapText } from './separate-texts'

export type { JSX } from 'react'
export { Fragment }

/** React's JSX runtime, but with texts separated so that page translators can replace them (separate-texts.ts). */
export function jsx(type: ElementType, props: { children?: ReactNode }, key?: string) {
  if (type === Fragment && isText(props.children)) props.children = wrapText(String(props.children))
  return reactJsx(type, props, key)
}

/** For an element with several children. */
export function jsxs(type: ElementType, props: { children: ReactNode }, key?: string) {
  props.children = separateTexts(props.children as ReactNode[], type === Fragment)
  return (Array.isArray(props.children) ? reactJsxs : reactJsx)(type, props, key)
}
