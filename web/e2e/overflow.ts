import type { Page } from '@playwright/test'

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]'

/**
 * Returns what overflows, one line for each: a page wider than its viewport, text that leaves its button or overlaps other
 * text. Of a page below a dialog only the dialog is looked at.
 */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate((dialog) => {
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
      // Packets are pictures, and rows scroll.
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
        [...parents(element)].find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ?? null
      for (const whole of range.getClientRects()) {
        const box = clipped(whole, element)
        if (!box) continue
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

    /** Returns as much of a text's box as is seen: a text that is cut ends in dots, and a list scrolls. */
    function clipped(box: DOMRect, element: Element): DOMRect | undefined {
      let { left, right, top, bottom } = box
      for (const one of parents(element)) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(one)
        if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none' && !/auto|scroll/.test(overflowX))
          continue
        const edge = one.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined
    }

    function* parents(element: Element) {
      for (let one: Element | null = element; one; one = one.parentElement) yield one
    }
  }, DIALOG)
}

const PHONE = { width: 390, height: 844 }

/**
 * Shows the page with text of twice the size, at its own width and on a phone, and returns what overflows then, and bars
 * that leave less than three quarters of a phone's screen to the page.
 */
export async function overflowsWithLargeText(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? PHONE
  const found = new Set<string>()
  for (const { width, height } of size.width === PHONE.width ? [PHONE] : [size, PHONE]) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      scrollTo(0, innerHeight)
    })
    const bars = width === PHONE.width ? await highBars(page) : []
    for (const what of [...(await overflows(page)), ...bars])
      found.add(`with large text at ${width} px ${what}`)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
      scrollTo(0, 0)
    })
  }
  await page.setViewportSize(size)
  return [...found]
}

/** Returns the bars that stay while the page is scrolled, when they are higher than a quarter of the screen together. */
function highBars(page: Page): Promise<string[]> {
  return page.evaluate((dialog) => {
    if (document.querySelector(dialog)) return []
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
      const { top, bottom, width } = one.getBoundingClientRect()
      const stays = /fixed|sticky/.test(getComputedStyle(one).position)
      const atEdge = top <= 1 || bottom >= innerHeight - 1
      return (
        stays && atEdge && one.checkVisibility() && width > innerWidth / 2 && bottom > 0 && top < innerHeight
      )
    })
    // A row of pixels that two bars cover counts once.
    const covered = new Set<number>()
    for (const bar of bars) {
      const { top, bottom } = bar.getBoundingClientRect()
      for (let y = Math.max(0, Math.round(top)); y < Math.min(innerHeight, bottom); y++) covered.add(y)
    }
    const names = bars.map(({ className }) => className).join(', ')
    return covered.size > innerHeight / 4 ? [`bars cover ${covered.size} of ${innerHeight} px: ${names}`] : []
  }, DIALOG)
}
