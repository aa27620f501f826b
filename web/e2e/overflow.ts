import type { Page } from '@playwright/test'
import { overflowsOfPage } from '../src/specification/overflow'

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]'

/** Returns what overflows on a page, one line each. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(overflowsOfPage, DIALOG)
}

const PHONE = { width: 390, height: 844 }

/**
 * Doubles the text size, at the page's width and at a phone's, and returns what overflows, and fixed bars that leave less than
 * three quarters of a phone's screen.
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

/** Returns the bars that stay in place while scrolling, if their total height exceeds a quarter of the screen. */
function highBars(page: Page): Promise<string[]> {
  return page.evaluate((dialog) => {
    if (document.querySelector(dialog)) return []
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      const stays = /fixed|sticky/.test(getComputedStyle(element).position)
      const atEdge = top <= 1 || bottom >= innerHeight - 1
      return (
        stays &&
        atEdge &&
        element.checkVisibility() &&
        width > innerWidth / 2 &&
        bottom > 0 &&
        top < innerHeight
      )
    })
    // Pixel rows covered by two bars count once.
    const covered = new Set<number>()
    for (const bar of bars) {
      const { top, bottom } = bar.getBoundingClientRect()
      for (let y = Math.max(0, Math.round(top)); y < Math.min(innerHeight, bottom); y++) covered.add(y)
    }
    const names = bars.map(({ className }) => className).join(', ')
    return covered.size > innerHeight / 4 ? [`bars cover ${covered.size} of ${innerHeight} px: ${names}`] : []
  }, DIALOG)
}
