import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const top = join(import.meta.dirname, '../../..')
const folder = join(top, 'screenshots')

/** Takes screenshots of the page in both themes, named after its content and width. */
export async function take(page: Page, name: string) {
  // Pictures out of sight load late: below the window, or further on in a row.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      const isSeen = top < innerHeight && bottom > 0 && left < innerWidth && right > 0 && bottom > top
      return image.complete || !isSeen
    }),
  )
  for (const theme of ['light', 'dark']) {
    await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
    await page.screenshot({
      path: join(folder, `${name}-${page.viewportSize()?.width}-${theme}.png`),
      animations: 'disabled',
    })
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}

/** Opens an address and takes what is there once it has loaded. A page that hears of changes never rests its network. */
export async function takeAt(page: Page, path: string, name: string) {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await take(page, name)
}

/** Takes the page for README.md and the documents. */
export async function takeForReadme(page: Page, name: string) {
  const path = join(top, 'docs/pictures', `${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' })
}
