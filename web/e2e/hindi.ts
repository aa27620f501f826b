import { expect, type Page } from '@playwright/test'
import { catalogNames, cutTexts, latinTexts, lengthenTexts } from './latin'
import { overflows } from './overflow'
import { administrator, shopper } from './shop'

/** Names on staff pages: of people and places, and terms kept in Latin letters. */
const STAFF_NAMES = [
  administrator.email,
  shopper.email,
  'Asha Deshmukh',
  'AD',
  'Ravi Kulkarni',
  'RK',
  '7, Mill Road',
  'Pune',
  'Maharashtra',
  'India',
  // Addresses, commands, keys and files.
  'kirana install',
  'KIRANA_PUBLIC_URL',
  'Enter',
  'Esc',
  'Del',
  'PREPACKED',
  'LOOSE',
  'Excel',
  'XLSX',
  'CSV',
  'SKU',
  'CGST',
  'SGST',
  'IGST',
  'NOS',
  'Tax Invoice',
  'Bill of Supply',
  'Cash Memo',
  'Credit Note',
  // Google's names of its forms.
  'Google Merchant Center',
  'Google Business',
  'Business Profile',
  'Description',
  'Website',
  'Order ahead',
]

/**
 * Order numbers, addresses, files, names of browsers, language codes, events of webhooks, keys, and bill numbers of a counter.
 */
const BESIDES =
  /ORD-[A-Z0-9-]+$|https?:|\.(xlsx|csv)|zip|^Linux पर Chrome$|^[a-z]{2}(, [a-z]{2})*$|^[a-z]+\.[a-z]+$|^(F\d+|[A-Z]( [A-Z])+)$|\bC\d+C?[/-]\d{4}[/-]\d+/

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 780 }

/** Opens a page in Hindi and waits until it is loaded. */
export async function openHindi(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * Reads staff pages in Hindi. `checkTexts` collects in `wrong` the texts in Latin letters, except names and codes, at 360 and 1280 px,
 * and what overflows at 360 px; `checkCutTexts` also the texts that are cut when they are 40 % longer, and leaves the page changed.
 */
export async function hindiReader(page: Page, names: readonly string[] = []) {
  const known = [...(await catalogNames(page)), ...STAFF_NAMES, ...names]
  const wrong: string[] = []
  const checkTexts = async (where: string) => {
    // The server's English title is replaced once the page knows its user.
    await expect(page).toHaveTitle(/\p{Script=Devanagari}/u)
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      for (const text of await latinTexts(page, known))
        if (!BESIDES.test(text)) wrong.push(`${where} at ${size.width} px: ${text}`)
    }
    for (const what of await overflows(page)) wrong.push(`${where} at 360 px: ${what}`)
  }
  const checkCutTexts = async (where: string) => {
    await checkTexts(where)
    await lengthenTexts(page)
    for (const text of await cutTexts(page)) wrong.push(`${where} cuts: ${text}`)
  }
  return { wrong, checkTexts, checkCutTexts }
}
