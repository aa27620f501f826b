/** The printouts of orders: a packing slip for the bag, a bill for the shopper, one sheet of stops for a rider. */
export const KINDS = ['slip', 'bill', 'riders'] as const
export type Kind = (typeof KINDS)[number]

/** The paper sizes: rolls of 58 and 80 mm, or sheets. */
export const PAPERS = ['58', '80', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

export const DEFAULT_PAPER: Record<Kind, Paper> = { slip: '80', bill: 'a4', riders: 'a4' }

/** The search parameters of the print page. */
export type PrintSearch = {
  /** The orders' _id with commas between, in the order of their papers. */
  ids: string
  kind: Kind
  /** Left out: what this device printed the kind on last. */
  paper?: Paper
  /** Sort order of a packing slip's lines. Left out: the device's last choice. */
  prices?: 'shown' | 'hidden'
}

const MOST = 100

/** Parses the search parameters; an unknown kind is a packing slip. */
export function printSearch({ ids, kind, paper, prices }: Record<string, unknown>): PrintSearch {
  const named = String(ids ?? '')
    .split(',')
    .filter((id) => /^[\da-z]{12,40}$/.test(id))
  return {
    ids: [...new Set(named)].slice(0, MOST).join(','),
    kind: KINDS.find((known) => known === kind) ?? 'slip',
    paper: PAPERS.find((known) => known === String(paper)),
    prices: (['shown', 'hidden'] as const).find((known) => known === prices),
  }
}

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
