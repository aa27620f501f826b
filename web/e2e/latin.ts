import type { Page } from '@playwright/test'

/** What every language writes in Latin letters: codes of the law, of payments and of files, and units. */
const ALIKE =
  /^(?:₹|#|UPI|ID|OTP|QR|MRP|GST|GSTIN|HSN|FSSAI|PDF|JPEG|PNG|WebP|GIF|JavaScript|WhatsApp|Google|Authenticator|Aegis|1Password|PIN|English|A|Z|MB|kirana|kırana|Kirana|C|g|kg|ml|L|l|pcs?|x)$/

/**
 * Returns what a page says in Latin letters beside the names in `names`: texts, and what is read out. One word is enough:
 * a button has no more.
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
  const longestFirst = [...names].sort((one, other) => other.length - one.length)
  return texts.filter((text) => {
    const rest = longestFirst.reduce((shorter, name) => shorter.replaceAll(name, ' '), text)
    return (rest.match(/[A-Za-z][\w’'-]*/g) ?? []).some((word) => word.length > 1 && !ALIKE.test(word))
  })
}

type Goods = {
  name: string
  unit?: string
  discription?: string
  category: { name: string }
  subCategory: { name: string }
  more_details: Record<string, string>
}

/** Returns all names of the shop's goods and shelves, and what is written about them. */
export async function namesOfGoods(page: Page): Promise<string[]> {
  const names = new Set<string>()
  for (let number = 1, last = 1; number <= last; number++) {
    const answer = await page.request.get(`/api/product/getAll?limit=100&page=${number}`)
    const { data, totalNoPage } = (await answer.json()) as { data: Goods[]; totalNoPage: number }
    last = totalNoPage
    for (const { name, unit, discription, category, subCategory, more_details: facts } of data)
      for (const text of [
        name,
        unit,
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
 * Makes every text of the page 40 % longer and marks its ends, as another language might be: ⟦…⟧. Names of goods and what
 * is typed stay.
 */
export async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) {
      const text = node.textContent ?? ''
      const kept = node.parentElement?.closest(
        'script, style, svg, [class*=product-card_name], a[href^="/product/"], [class*=drawing-tile], address',
      )
      if (kept || !/\p{L}{2}/u.test(text)) continue
      node.textContent = `⟦${text}${' ·'.repeat(Math.ceil((text.trim().length * 0.4) / 2))}⟧`
    }
  })
}

/** Returns the texts that end in dots because their box is too narrow, or whose box cuts them without any. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => {
        const own = [...one.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes('⟦'),
        )
        if (!own || !one.checkVisibility() || one.closest('[class*=visually-hidden], [class*=skipLink]'))
          return false
        const { overflowX, overflowY } = getComputedStyle(one)
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
        )
      })
      .map((one) => `${one.className}: ${one.textContent}`),
  )
}
