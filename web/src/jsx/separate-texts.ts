import { createElement, type ReactNode } from 'react'

/** The element around a text with siblings: a custom one, without styles and semantics. */
const TEXT_ELEMENT = 'x-text'

/** Wraps a text in an element of its own. */
export const wrapText = (text: string): ReactNode => createElement(TEXT_ELEMENT, null, text)

export const isText = (child: ReactNode): child is string | number =>
  typeof child === 'string' || typeof child === 'number'

const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === 'boolean'

/**
 * Wraps each text that has element siblings in an element of its own, and merges adjacent texts. Page translators
 * replace text nodes: React then throws when it removes such a node or inserts before it, and updates a detached node
 * without effect.
 */
export function separateTexts(children: ReactNode[], isFragment: boolean): ReactNode {
  if (!children.some(isText)) return children
  if (!isFragment && children.every((child) => isText(child) || isNothing(child)))
    return children.filter(isText).join('')
  // Positions stay the same: React identifies siblings without keys by them.
  const positions: ReactNode[] = children.map((child) => (isText(child) ? null : child))
  let start = 0
  let text = ''
  for (const [index, child] of [...children, undefined].entries()) {
    if (isText(child)) {
      if (text === '') start = index
      text += String(child)
    } else if (!isNothing(child) || index === children.length) {
      if (text !== '') positions[start] = text.trim() ? wrapText(text) : text
      text = ''
    }
  }
  return positions
}
