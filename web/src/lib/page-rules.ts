import type { Paper } from './paper'

const PIXELS_PER_MM = 96 / 25.4
// Printers round heights: without this margin the last line could spill onto another page.
const SLACK_MM = 2

/**
 * Returns the CSS @page rules for papers. On a roll each paper (by its `data-page`) is a page of its own height (`heights`,
 * in CSS pixels), so that the printer cuts after it. Sheets have a margin on each page.
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
