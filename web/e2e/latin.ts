import type { Page } from '@playwright/test'

/** Terms that are written in Latin letters in every language: legal, payment and file terms, and units. */
const ALIKE =
  /^(?:₹|#|UPI|ID|OTP|QR|MRP|GST|GSTIN|HSN|FSSAI|PDF|JPEG|PNG|WebP|GIF|JavaScript|WhatsApp|Google|Authenticator|Aegis|1Password|PIN|English|A|Z|MB|kirana|kırana|Kirana|C|g|kg|ml|L|l|x)$/

/**
 * Returns the texts of a page in Latin letters, including accessible names, except the names in `names`. A single word counts,
 * since buttons have no more.
 */
export async function latinTexts(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const text = node.getAttribute(name)
          if (text && node.checkVisibility()) found.add(text)
        }
      } else if (
        node.parentElement?.checkVisibility() &&
        !node.parentElement.closest('script, style, svg, noscript')
      ) {
        const text = node.textContent?.trim()
        if (text) found.add(text)
      }
    }
    return [document.title, ...found]
  })
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
  return texts.filter((text) => {
    if (!/[A-Za-z]{2}/.test(text)) return false
    const rest = longestFirst.reduce((shorter, name) => shorter.replaceAll(name, ' '), text)
    return (rest.match(/[A-Za-z][\w’'-]*/g) ?? []).some((word) => word.length > 1 && !ALIKE.test(word))
  })
}

type Goods = {
  name: string
  discription?: string
  category: { name: string }
  subCategory: { name: string }
  more_details: Record<string, string>
}

/** Returns all names and descriptions of products and categories. */
export async function catalogNames(page: Page): Promise<string[]> {
  const names = new Set<string>()
  for (let number = 1, last = 1; number <= last; number++) {
    const response = await page.request.get(`/api/product/getAll?limit=100&page=${number}`)
    const { data, totalNoPage } = (await response.json()) as { data: Goods[]; totalNoPage: number }
    last = totalNoPage
    for (const { name, discription, category, subCategory, more_details: facts } of data)
      for (const text of [
        name,
        discription,
        category.name,
        subCategory.name,
        ...Object.entries(facts).flat(),
      ])
        if (text) names.add(text)
  }
  return [...names]
}

/**
 * Makes every text of the page 40 % longer and marks its ends, ⟦…⟧, to simulate another language. Product names, typed text and
 * the values of closed settings are unchanged.
 */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) {
      const text = node.textContent ?? ''
      const kept = node.parentElement?.closest(
        'script, style, svg, [class*=product-card_name], a[href^="/product/"], [class*=drawing-tile], [class*=settings-section_summary], address',
      )
      if (kept || !/\p{L}{2}/u.test(text)) continue
      node.textContent = `⟦${text}${' ·'.repeat(Math.ceil((text.trim().length * 0.4) / 2))}⟧`
    }
  })
}

/** Returns the texts that are truncated with an ellipsis or clipped by their box. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const own = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes('⟦'),
        )
        if (
          !own ||
          !element.checkVisibility() ||
          element.closest('[class*=visually-hidden], [class*=skipLink]')
        )
          return false
        const { overflowX, overflowY } = getComputedStyle(element)
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map((element) => `${element.className}: ${element.textContent}`),
  )
}
