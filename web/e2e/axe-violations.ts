import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// src/styles/contrast.test.ts computes the dark theme's contrast from the tokens.
const THEMES = process.env.KIRANA_TEST_LONG === '1' ? (['dark', 'light'] as const) : (['light'] as const)

/**
 * Returns axe's violations in the open dialog, or else in the page's main part and toasts, one line per element. The parts that
 * all pages share are checked once, by accessibility.spec.ts.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const dialogs = page.locator(DIALOG).filter({ visible: true })
  if (await dialogs.count()) return axeViolationsIn(page, DIALOG)
  return axeViolationsIn(page, (await page.locator('main').count()) ? 'main, [data-toast]' : 'html')
}

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]'

/** Returns axe's violations in an open menu only: the page below it is covered. */
export const menuAxeViolations = (page: Page): Promise<string[]> =>
  axeViolationsIn(page, 'button[aria-expanded="true"] + *')

export async function axeViolationsIn(page: Page, selector: string): Promise<string[]> {
  const found: string[] = []
  // A document keeps axe until the next one is opened.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  for (const theme of THEMES) {
    await showTheme(page, theme)
    for (const { id, help, nodes } of await violationsIn(page, selector))
      for (const { target, failureSummary } of nodes)
        found.push(`${theme}, ${id}: ${help}: ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

// Report violations only: describing passes took a third of axe's time on home.
function violationsIn(page: Page, selector: string): Promise<AxeResults['violations']> {
  const options: RunOptions = {
    runOnly: { type: 'tag', values: WCAG_2_2_AA },
    resultTypes: ['violations'],
  }
  return page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      return (await axe.run(context, options)).violations
    },
    { context: { include: [[selector]] }, options },
  )
}

async function showTheme(page: Page, theme: (typeof THEMES)[number]) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
  // Wait for animations: fading colors have less contrast than the final ones.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
