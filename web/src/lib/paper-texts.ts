import type { Paper } from './paper'

/** The texts that all printable pages share. */
export const paperTexts = {
  title: 'Print',
  paper: 'Paper',
  papers: { '58': '58 mm roll', '80': '80 mm roll', a4: 'A4' } satisfies Record<Paper, string>,
  print: 'Print',
} as const
