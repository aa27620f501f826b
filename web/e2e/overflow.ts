import type { Page } from '@playwright/test'

/** Returns what overflows, one line for each: a page wider than its viewport, text that leaves its button or overlaps other text. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide in ${clientWidth}`)
    const shown: { text: Node; words: string; box: DOMRect; layer: Element | null }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const element = text.parentElement
      const words = text.textContent?.trim()
      // Packets are pictures, rows scroll, and a cut name ends in dots.
      if (
        !words ||
        !element?.checkVisibility() ||
        element.closest(
          '.visually-hidden_visuallyHidden, .shell_skipLink, .drawing-tile_drawing, svg, .product-row_scroller, .product-card_name',
        )
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const layer =
        [...parents(element)].find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ?? null
      for (const box of range.getClientRects()) {
        shown.push({ text, words, box, layer })
        const control = element.closest('button, a')
        const edge =
          control &&
          !getComputedStyle(control).display.startsWith('inline') &&
          control.getBoundingClientRect()
        if (edge && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2 || box.right > edge.right + 2))
          found.add(`"${words}" overflows its button`)
      }
    }
    for (const [index, one] of shown.entries())
      for (const other of shown.slice(index + 1)) {
        if (one.text === other.text || one.layer !== other.layer) continue
        const horizontal = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const vertical = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (horizontal > 3 && vertical > Math.min(one.box.height, other.box.height) / 3)
          found.add(`"${one.words}" overlaps "${other.words}"`)
      }
    return [...found]

    function* parents(element: Element) {
      for (let one: Element | null = element; one; one = one.parentElement) yield one
    }
  })
}
