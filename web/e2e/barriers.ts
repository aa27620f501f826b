import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns axe's findings on the page, one line for each element, and those on its colors in the dark theme. */
export const barriers = (page: Page): Promise<string[]> => barriersWithin(page, 'html')

/** Returns axe's findings in an open menu alone: it covers targets of the page until it is closed. */
export const menuBarriers = (page: Page): Promise<string[]> =>
  barriersWithin(page, 'button[aria-expanded="true"] + *')

// Legacy mode opens no second page for each run; what it cannot do, frames of other origins, the shop does not have.
// Only violations are read: what passed need not be described, which took axe a third of its time on home.
async function barriersWithin(page: Page, selector: string) {
  const axe = (axeSource?: string) =>
    new AxeBuilder({ page, axeSource })
      .options({ resultTypes: ['violations'] })
      .include(selector)
      .setLegacyMode()
  const dark = await barriersIn(page, 'dark', axe().withRules(['color-contrast']))
  // The page still has the axe of the first run.
  return [...dark, ...(await barriersIn(page, 'light', axe('void axe').withTags(WCAG_2_2_AA)))]
}

async function barriersIn(page: Page, theme: 'dark' | 'light', axe: AxeBuilder) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
  // Half-faded colours have less contrast than the page that comes to rest.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${theme}, ${id}: ${help}: ${target.join(' ')}: ${failureSummary}`,
    ),
  )
}
