import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// The contrast of the dark theme is computed from the tokens (src/styles/contrast.test.ts).
const THEMES = process.env.KIRANA_TEST_LONG === '1' ? (['dark', 'light'] as const) : (['light'] as const)

/**
 * Returns axe's findings in an open dialog, or else in the page's main part and its toasts, one line for each element. The
 * rest of the pages, which is the same on each, is in the sweep (accessibility.spec.ts).
 */
export async function barriers(page: Page): Promise<string[]> {
  const dialogs = page.locator(DIALOG).filter({ visible: true })
  if (await dialogs.count()) return barriersIn(page, DIALOG)
  return barriersIn(page, (await page.locator('main').count()) ? 'main, [data-toast]' : 'html')
}

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]'

/** Returns axe's findings in an open menu alone: it covers targets of the page until it is closed. */
export const menuBarriers = (page: Page): Promise<string[]> =>
  barriersIn(page, 'button[aria-expanded="true"] + *')

// Legacy mode opens no second page for each run; what it cannot do, frames of other origins, the shop does not have.
// Only violations are read: what passed need not be described, which took axe a third of its time on home.
export async function barriersIn(page: Page, selector: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of THEMES) {
    await showTheme(page, theme)
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(WCAG_2_2_AA)
      .include(selector)
      .setLegacyMode()
      .analyze()
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${theme}, ${id}: ${help}: ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

async function showTheme(page: Page, theme: (typeof THEMES)[number]) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
  // Half-faded colors have less contrast than the page that comes to rest.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
