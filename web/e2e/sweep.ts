import { expect, type Page } from '@playwright/test'
import { apiAs, type Call } from './administration'
import { axeViolations, axeViolationsIn } from './axe-violations'
import { type OrderRow, shopperWithAddress } from './ordering'
import { overflowsWithLargeText } from './overflow'

/** Checks every page: landmarks, names, axe, the shop's name, and large text on a phone. */

/** Gives the shop a name and pages, and creates an open order; returns the order and one of its products. */
export async function setUpShop(page: Page) {
  const call: Call = await apiAs(page)
  await call('PUT', '/api/settings', {
    name: 'Ganesh Stores',
    address: 'Shop 4, Bhandarkar Road, Pune',
    phone: '90000 00012',
    email: 'namaste@ganesh.example',
    upiId: 'ganesh@upi',
    legal: { name: 'Ganesh Traders', address: 'Pune', grievance: 'Sunita Joshi, 90000 00012' },
    pages: {
      about: 'Since 1987.',
      delivery: 'By 7 pm.',
      returns: 'In a week.',
      privacy: 'None.',
      terms: 'Cash.',
    },
  })
  const { buy, goods, order } = await shopperWithAddress(page)
  const [row] = await order()
  const [product] = goods
  if (!product) throw new Error('the shop has no product')
  return { buy, order: row as OrderRow, product }
}

/** Opens each URL and returns its problems. The frame, which is the same everywhere, is checked once. */
export async function findProblems(page: Page, paths: string[]): Promise<string[]> {
  const found: string[] = []
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    await expect(page.locator('h1:visible, main').first(), path).toBeVisible()
    await expect(page.locator('.sk, [data-skeleton]'), path).toHaveCount(0)
    const wrong = [
      ...(await landmarks(page)),
      ...(await foreignNames(page)),
      ...(await (index === 0 ? axeViolationsIn(page, 'html') : axeViolations(page))),
      ...(await overflowsWithLargeText(page)),
    ]
    found.push(...wrong.map((what) => `${path}: ${what}`))
  }
  return found
}

/** Returns which of a page's landmarks, title and language are missing. */
function landmarks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const counts: Record<string, number> = {
      'main part': document.querySelectorAll('main').length,
      'first heading': document.querySelectorAll('h1').length,
      title: Number(document.title !== ''),
      language: Number(document.documentElement.lang !== ''),
    }
    return Object.entries(counts).flatMap(([what, count]) =>
      count === 1 ? [] : `has ${count} times a ${what}`,
    )
  })
}

/** Returns where the page or its title shows the program's default name. */
async function foreignNames(page: Page): Promise<string[]> {
  const html = await page.evaluate(() => document.title + document.documentElement.outerHTML)
  // Exceptions: the demo accounts' addresses at kirana.test, former names in the log, and the program's commands and variables.
  const found = html
    .replaceAll(/@kirana\.test|<s>Kirana<\/s>|“kirana [a-z]+”|KIRANA_[A-Z_]+/g, '')
    .matchAll(/.{0,50}k[iı]rana.{0,50}/gi)
  return Array.from(found, ([place]) => `has another name: ${place}`)
}
