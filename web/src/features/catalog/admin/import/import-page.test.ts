import { expect, test } from 'vitest'
import { errorResponse, okResponse } from '@/specification/mock-server'
import { choose, open, press, says, until } from '@/specification/screen'
import type { ImportReport, ListColumns } from '../../price-list-api'

const columns: ListColumns = {
  columns: ['name', 'price', 'stock'].map((field) => ({ name: field, field, samples: ['1'] })),
  fields: ['name', 'price', 'stock'],
  noHeader: false,
  sheets: [],
  hiddenSheets: [],
  sheet: '',
  program: '',
}

const report: ImportReport = {
  rows: 1,
  imported: 0,
  updated: 1,
  unchanged: 0,
  repeated: 0,
  repeats: [],
  skipped: 0,
  problems: [],
  columns: [],
  unused: [],
  notes: [],
  notInShop: 0,
  deleted: 0,
  stockKept: 0,
  edited: 0,
  changes: [],
  keptEdits: [],
  pricesUp: 0,
  pricesDown: 0,
  held: 0,
  heldPrices: [],
  program: '',
  reportFile: '',
  categories: [],
  run: '',
  dryRun: false,
  unsellable: false,
  remarks: [],
  remarked: 0,
  statusWords: [],
  sheet: '',
}

test('a delivery whose stock was added already is added once more only on request', async () => {
  const refusal = 'The stock of this list was added on 15 January already. Nothing was saved.'
  const refused = { status: 409, body: { ...errorResponse(409, refusal).body, code: 'delivery_added' } }
  const { requests, responses } = open('/dashboard/import', {
    as: 'administrator',
    responses: {
      'GET /api/product/import/runs': okResponse([]),
      'POST /api/product/import/columns': okResponse(columns),
      'POST /api/product/import': okResponse({ ...report, dryRun: true }),
    },
  })
  const imports = () => requests.filter(({ call }) => call === 'POST /api/product/import')
  await choose('list', new File(['name,price,stock\nDal,160,10\n'], 'delivery.csv'))
  await press('Add the list’s')
  await press('See what happens')
  await says('Import 1 product')
  responses['POST /api/product/import'] = refused
  await press('Import 1 product')
  await says(`delivery.csv: ${refusal}`)
  expect(imports().some(({ query }) => query?.includes('addAgain'))).toBe(false)

  responses['POST /api/product/import'] = okResponse(report)
  await press('Add it once more')
  await until(() => expect(imports().at(-1)?.query).toContain('addAgain=true'))
  await says('Imported')
})
