/**
 * Returns what overflows, one line each: a page wider than its viewport, text outside its button, overlapping texts. If the
 * selector `dialog` matches, only the dialog is checked. Playwright serializes the function, so it uses nothing outside itself.
 */
export function overflowsOfPage(dialog: string): string[] {
  const found = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide in ${clientWidth}`)
  const shown: { text: Node; words: string; box: DOMRect; layer: Element | null }[] = []
  const texts = document.createTreeWalker(
    document.querySelector(dialog) ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (texts.nextNode()) {
    const text = texts.currentNode
    const element = text.parentElement
    const words = text.textContent?.trim()
    // Skip hidden texts, the labels of drawings, which are pictures, and scrollable rows.
    if (
      !words ||
      !element?.checkVisibility({ contentVisibilityAuto: true }) ||
      element.closest(
        '.visually-hidden_visuallyHidden, .shell_skipLink, .drawing-tile_drawing, svg, .product-row_scroller',
      )
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const layer =
      [...parents(element)].find((parent) => /fixed|sticky/.test(getComputedStyle(parent).position)) ?? null
    for (const whole of range.getClientRects()) {
      const box = clipped(whole, element)
      if (!box) continue
      shown.push({ text, words, box, layer })
      const control = element.closest('button, a')
      const edge =
        control && !getComputedStyle(control).display.startsWith('inline') && control.getBoundingClientRect()
      if (edge && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2 || box.right > edge.right + 2))
        found.add(`"${words}" overflows its button`)
    }
  }
  for (const [index, first] of shown.entries())
    for (const second of shown.slice(index + 1)) {
      if (first.text === second.text || first.layer !== second.layer) continue
      const horizontal =
        Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left)
      const vertical = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top)
      if (horizontal > 3 && vertical > Math.min(first.box.height, second.box.height) / 3)
        found.add(`"${first.words}" overlaps "${second.words}"`)
    }
  return [...found]

  /** Returns the visible part of a text's box: it may be truncated or scrolled out of view. */
  function clipped(box: DOMRect, element: Element): DOMRect | undefined {
    let { left, right, top, bottom } = box
    for (const parent of parents(element)) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(parent)
      if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none' && !/auto|scroll/.test(overflowX))
        continue
      const edge = parent.getBoundingClientRect()
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
    }
    return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined
  }

  function* parents(element: Element) {
    for (let parent: Element | null = element; parent; parent = parent.parentElement) yield parent
  }
}
