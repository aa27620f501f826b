import type { Paper } from './paper'

/** The words of every page that prints. */
export const paperTexts = {
  title: 'Print',
  paper: 'Paper',
  papers: { '58': '58 mm roll', '80': '80 mm roll', a4: 'A4' } satisfies Record<Paper, string>,
  print: 'Print',
} as const
