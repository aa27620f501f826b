import { createElement, type ReactNode } from 'react'

/** The element around a text that has siblings: an unknown one, which no style and no reader takes for anything. */
const TEXT_ELEMENT = 'x-text'

/** Returns a text in an element of its own. */
export const wrapText = (text: string): ReactNode => createElement(TEXT_ELEMENT, null, text)

export const isText = (child: ReactNode): child is string | number =>
  typeof child === 'string' || typeof child === 'number'

const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === 'boolean'

/**
 * Puts each text that stands beside elements into an element of its own, and adjacent texts into one. A page translator
 * replaces text nodes: React fails when it inserts before one or removes one that is gone, and changes one unseen.
 */
export function separateTexts(children: ReactNode[], isFragment: boolean): ReactNode {
  if (!children.some(isText)) return children
  if (!isFragment && children.every((child) => isText(child) || isNothing(child)))
    return children.filter(isText).join('')
  // Positions stay as they are: React tells siblings without keys apart by them.
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
