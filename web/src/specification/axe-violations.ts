import axe, { type RunOptions } from 'axe-core'
import { expect } from 'vitest'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns axe's accessibility violations in the light theme and the contrast violations in the dark one, one line per element. */
export async function axeViolations(): Promise<string[]> {
  const dark = await axeViolationsIn('dark', { type: 'rule', values: ['color-contrast'] })
  return [...dark, ...(await axeViolationsIn('light', { type: 'tag', values: WCAG_2_2_AA }))]
}

async function axeViolationsIn(theme: 'dark' | 'light', runOnly: RunOptions['runOnly']): Promise<string[]> {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  // Wait for animations: fading colors have less contrast than the final ones.
  await expect
    .poll(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
    .toEqual([])
  const { violations } = await axe.run(document.body, { runOnly, resultTypes: ['violations'] })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${theme}, ${id}: ${help}: ${target.join(' ')}: ${failureSummary}`,
    ),
  )
}
