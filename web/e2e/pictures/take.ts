import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const top = join(import.meta.dirname, '../../..')
const folder = join(top, 'screenshots')

/** Takes screenshots of the page in both themes, named after its content and width. */
export async function takeScreenshots(page: Page, name: string) {
  // Pictures outside the viewport load lazily.
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

/** Opens a page and takes screenshots once it has loaded. Pages with an event stream never reach network idle. */
export async function openAndTakeScreenshots(page: Page, path: string, name: string) {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await takeScreenshots(page, name)
}

/** Takes the screenshots for README.md and docs/. */
export async function takeReadmeScreenshots(page: Page, name: string) {
  const path = join(top, 'docs/pictures', `${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' })
}
