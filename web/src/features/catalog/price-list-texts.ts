import { formatCount } from '@/lib/count'

type ImportCounts = { imported: number; updated: number; unchanged: number }

/** Every text of a price list's import. */
export const listTexts = {
  title: 'Import a price list',
  import: 'Import',
  another: 'Import another list',
  reading: (name: string) => `Reading ${name} …`,
  failed: 'The list could not be imported.',
  taken: (name: string, { imported, updated, unchanged }: ImportCounts) =>
    `${name}: ${formatCount(imported)} new, ${formatCount(updated)} changed, ${formatCount(unchanged)} as before.`,
  unsellable: 'The list tells no stock: set it in Products before the new goods can be sold.',
  skipped: (rows: number) => (rows === 1 ? '1 row was left out' : `${formatCount(rows)} rows were left out`),
  line: (line: number) => `Line ${formatCount(line)}`,
  more: (rows: number) => `… and ${formatCount(rows)} more`,
  note: (rows: number, note: string) => `In ${rows === 1 ? '1 row' : `${formatCount(rows)} rows`} ${note}.`,
  columns: (columns: string) => `Read: ${columns}.`,
  column: (field: string, column: string) =>
    field.replace('_', ' ') === column.toLowerCase() ? column : `${column} as ${field.replace('_', ' ')}`,
  unused: (columns: string) => `Not used: ${columns}.`,
} as const
