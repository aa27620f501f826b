import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { axeViolations } from './axe-violations'
import { runInWholeBrowser } from './whole-browser'

// The reference screenshots are from full Chromium, whose font smoothing differs from the headless shell's.
runInWholeBrowser()

const web = join(import.meta.dirname, '..')
const THEMES = process.env.KIRANA_TEST_LONG === '1' ? (['light', 'dark'] as const) : (['light'] as const)

/** Builds the kit's development page into a temporary folder and serves it, per worker. */
const test = base.extend<object, { kit: { folder: string; url: string } }>({
  kit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one takes
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'kirana-kit-'))
      const built = { root: web, mode: 'ui', logLevel: 'error', build: { outDir: folder } } as const
      await build(built)
      const server = await preview({ ...built, preview: { host: '127.0.0.1', port: 0 } })
      try {
        await use({ folder, url: `${server.resolvedUrls?.local[0]}dev/ui` })
      } finally {
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// A skeleton's animation never ends.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page, kit }) => {
  await page.goto(kit.url)
  await page.evaluate(() => document.fonts.ready)
})

async function show(page: Page, theme: (typeof THEMES)[number]) {
  await page.getByLabel('Dark', { exact: true }).setChecked(theme === 'dark')
}

async function slug(story: Locator): Promise<string> {
  return ((await story.getAttribute('data-story')) ?? '').replace(/\W+/g, '-').toLowerCase()
}

for (const theme of THEMES) {
  test(`each component looks like its stored picture, ${theme}`, async ({ page }) => {
    await show(page, theme)
    const stories = await page.locator('[data-story]').all()
    expect(stories.length).toBeGreaterThan(30)
    for (const story of stories)
      await expect.soft(story).toHaveScreenshot(`${await slug(story)}-${theme}.png`)
  })

  test(`dialogs, drawers and menus look like their stored pictures, ${theme}`, async ({ page }) => {
    await show(page, theme)
    for (const [name, close] of [
      ['Open a dialog', 'Cancel'],
      ['Open a form', 'Save'],
      ['Open a question', 'Cancel'],
      ['Open a drawer', 'Close the drawer'],
      ['Open the filters', 'Show 12 products'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await expect.soft(dialog).toHaveScreenshot(`${name.replaceAll(' ', '-').toLowerCase()}-${theme}.png`)
      await dialog.getByRole('button', { name: close }).click()
      await expect(dialog).toBeHidden()
    }
    await page.getByRole('button', { name: 'Account' }).click()
    const menu = page.getByRole('button', { name: 'Log out' }).locator('..')
    await menu.scrollIntoViewIfNeeded()
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expect.soft(menu).toHaveScreenshot(`open-the-menu-${theme}.png`)
  })
}

test('every component is accessible, in the page or above it, in both themes', async ({ page }) => {
  expect(await axeViolations(page)).toEqual([])
  for (const name of ['Open a form', 'Open a question', 'Open a drawer', 'Open the filters']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    expect(await axeViolations(page), name).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('a release does not contain the development page', ({ kit }) => {
  const withStories = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(js|html|css)$/.test(file))
      .filter((file) => /data-story/.test(readFileSync(join(folder, file), 'utf8')) || /^dev\b/.test(file))
  expect(withStories(kit.folder), 'the check finds the development page').not.toEqual([])
  expect(withStories(join(web, 'dist'))).toEqual([])
})
