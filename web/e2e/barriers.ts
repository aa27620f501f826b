import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// src/styles/contrast.test.ts computes the dark theme's contrast from the tokens.
const THEMES = process.env.KIRANA_TEST_LONG === '1' ? (['dark', 'light'] as const) : (['light'] as const)

/**
 * Returns axe's violations in the open dialog, or else in the page's main part and toasts, one line per element. The parts that
 * all pages share are checked once, by accessibility.spec.ts.
 */
export async function barriers(page: Page): Promise<string[]> {
  const dialogs = page.locator(DIALOG).filter({ visible: true })
  if (await dialogs.count()) return barriersIn(page, DIALOG)
  return barriersIn(page, (await page.locator('main').count()) ? 'main, [data-toast]' : 'html')
}

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]'

/** Returns axe's violations in an open menu only: the page below it is covered. */
export const menuBarriers = (page: Page): Promise<string[]> =>
  barriersIn(page, 'button[aria-expanded="true"] + *')

// Legacy mode opens no second page per run; it cannot check cross-origin frames, which the shop does not have.
// Report violations only: describing passes took a third of axe's time on home.
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
  // Wait for animations: fading colors have less contrast than the final ones.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
