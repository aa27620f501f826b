import { fireEvent, screen } from '@testing-library/react'
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

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

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

test('a workbook’s sheet is chosen, and a hidden one is named as hidden', async () => {
  const book = { ...columns, sheets: ['Old', 'Items', 'Summer'], hiddenSheets: ['Old'], sheet: 'Items' }
  const { requests } = open('/dashboard/import', {
    as: 'administrator',
    responses: {
      'GET /api/product/import/runs': okResponse([]),
      'POST /api/product/import/columns': okResponse(book),
    },
  })
  const read = () => requests.filter(({ call }) => call === 'POST /api/product/import/columns')
  await choose('list', new File(['PK'], 'list.xlsx'))
  await says('Old (hidden)', 'Items', 'Summer')
  type('Sheet', 'Summer')
  await until(() => expect(read().at(-1)?.query).toContain('sheet=Summer'))
  expect(read()).toHaveLength(2)
})

test('the check asks what an unknown status word means, and how many pieces there are', async () => {
  const asks = {
    ...report,
    imported: 2,
    dryRun: true,
    unsellable: true,
    statusWords: [{ text: 'Seasonal', rows: 2 }],
  }
  const { requests } = open('/dashboard/import', {
    as: 'administrator',
    responses: {
      'GET /api/product/import/runs': okResponse([]),
      'POST /api/product/import/columns': okResponse(columns),
      'POST /api/product/import': okResponse(asks),
    },
  })
  const query = () => requests.findLast(({ call }) => call === 'POST /api/product/import')?.query
  await choose('list', new File(['name,price,status\nMango,90,Seasonal'], 'list.csv'))
  await press('See what happens')
  await says('“Seasonal” means', 'Pieces of each new product that the list gives none')
  expect(query()).not.toContain('statusWords')
  type('“Seasonal” means', 'yes')
  await until(() => expect(query()).toContain('statusWords=Seasonal'))
  type('Pieces of each new product that the list gives none', '9')
  await press('See what happens')
  await until(() => expect(query()).toContain('stock=9'))
})
