import type { Paper } from './paper'

const PIXELS_PER_MM = 96 / 25.4
// Printers round: one line too many would be another page.
const SLACK_MM = 2

/**
 * The @page rules of papers. On a roll each paper, by its `data-page`, is a page as long as it is itself
 * (heights in CSS pixels), so that the printer cuts behind it; sheets have a margin around each page.
 */
export function pageRules(paper: Paper, heights: number[]): string {
  if (paper === 'a4') return '@page { size: A4; margin: 12mm; }'
  const pages = heights.map((height, index) => {
    const length = Math.ceil(height / PIXELS_PER_MM) + SLACK_MM
    return `@page roll-${index} { size: ${paper}mm ${length}mm; margin: 0; }
[data-page="${index}"] { page: roll-${index}; }`
  })
  return [`@page { size: ${paper}mm 297mm; margin: 0; }`, ...pages].join('\n')
}
