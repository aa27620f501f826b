import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open } from './browser-screen'
import { administrator, errorResponse, type MockResponses, okResponse, product } from './mock-server'

const owner = okResponse({ ...administrator, staffRole: 'OWNER' })
const openAs = (path: string, responses: MockResponses) =>
  open(path, { as: 'administrator', responses: { 'GET /api/user/user-details': owner, ...responses } })
const focus = (field: Locator) => (field.element() as HTMLElement).focus()

/** Waits until the field is pending, and checks that it has kept the focus. */
async function isPending(field: Locator) {
  await expect.element(field).toHaveAttribute('aria-busy', 'true')
  await expect.element(field).toHaveFocus()
}

/** Clicks the field, and checks that its default action, such as a file chooser, was prevented. */
function ignoresPresses(field: Locator) {
  const press = new MouseEvent('click', { bubbles: true, cancelable: true })
  expect(field.element().dispatchEvent(press)).toBe(false)
}

test('the select of a usual supplier keeps the focus while it is saved', async () => {
  const NAME = 'PUT /api/product/update/toned0000000'
  const wanted = { product: product(), perDay: 0, daysLeft: null, ordered: 0, packSize: 1, packs: 1 }
  const { hold } = await openAs('/dashboard/purchases/reorder', {
    'GET /api/stock/reorder': okResponse([wanted]),
    'GET /api/suppliers': okResponse([{ _id: 'dairy0000000', name: 'Sai Dairy' }]),
  })
  await page.getByText('No usual supplier').click()
  const usual = page.getByRole('combobox', { name: 'Usual supplier' })
  focus(usual)
  const name = hold(NAME)
  await userEvent.selectOptions(usual, 'Sai Dairy')
  await name.arrived
  await isPending(usual)
  name.release(errorResponse(500, 'Something went wrong'))
  await expect.element(usual).not.toHaveAttribute('aria-busy')
  await expect.element(usual).toHaveFocus()
})

const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const image = new File([signature], 'milk.png', { type: 'image/png' })

test('a field for pictures keeps the focus while they are sent, and opens no chooser', async () => {
  await openAs('/dashboard/import', { 'POST /api/product/pictures?file=milk.png': 'never' })
  const files = page.getByLabelText('Pictures or a zip')
  await expect.element(files).toBeInTheDocument()
  focus(files)
  await userEvent.upload(files, image)
  await isPending(files)
  ignoresPresses(files)
})

test('the field for a photograph keeps the focus while it is sent, and opens no chooser', async () => {
  await openAs('/dashboard/import', {
    'GET /api/product/getAll': okResponse([product()], { totalCount: 1, totalNoPage: 1 }),
    [`POST /api/product/${product()._id}/picture`]: 'never',
  })
  await page.getByRole('button', { name: 'Photograph one after another' }).click()
  const photograph = page.getByRole('dialog').getByLabelText('Take a photograph')
  await expect.element(photograph).toBeInTheDocument()
  focus(photograph)
  await userEvent.upload(photograph, image)
  const pending = page.getByRole('dialog').getByLabelText('Saving …')
  await isPending(pending)
  ignoresPresses(pending)
})

const COLUMNS = 'POST /api/product/import/columns'
const IMPORT = 'POST /api/product/import'
const column = (name: string, field: string) => ({ name, field, samples: [] })
const columns = {
  columns: [column('Item', 'name'), column('Rate', 'price')],
  fields: ['name', 'price'],
  hiddenSheets: [],
  noHeader: false,
  program: '',
  sheet: '',
  sheets: [],
}
const report = {
  categories: [],
  changes: [],
  columns: [],
  heldPrices: [],
  keptEdits: [],
  notes: [],
  problems: [],
  remarks: [],
  repeats: [],
  statusWords: [],
  unused: [],
  deleted: 0,
  edited: 0,
  held: 1,
  imported: 1,
  pricesDown: 0,
  pricesUp: 0,
  remarked: 0,
  repeated: 0,
  rows: 2,
  skipped: 0,
  stockKept: 0,
  unchanged: 0,
  updated: 0,
  unsellable: false,
  program: '',
  reportFile: '',
}

test('a list that cannot be read leaves the focus in its field', async () => {
  const { hold } = await openAs('/dashboard/import', {})
  const list = page.getByLabelText('Drop your price list here')
  await expect.element(list).toBeInTheDocument()
  focus(list)
  const read = hold(COLUMNS)
  await userEvent.upload(list, new File(['Item,Rate'], 'list.csv', { type: 'text/csv' }))
  await read.arrived
  await isPending(list)
  ignoresPresses(list)
  read.release(errorResponse(400, 'The file has no rows.'))
  await expect.element(page.getByText('list.csv: The file has no rows.')).toBeVisible()
  await expect.element(list).toHaveFocus()
})

test('the preview of an import stays visible while it is reloaded, and its switch keeps the focus', async () => {
  const { hold } = await openAs('/dashboard/import', {
    [COLUMNS]: okResponse(columns),
    [IMPORT]: okResponse(report),
  })
  const list = page.getByLabelText('Drop your price list here')
  await expect.element(list).toBeInTheDocument()
  await userEvent.upload(list, new File(['Item,Rate'], 'list.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'See what happens' }).click()
  const jumps = page.getByRole('checkbox', { name: 'All prices that move by more than half are right' })
  await expect.element(jumps).toBeVisible()
  focus(jumps)
  const again = hold(IMPORT)
  await userEvent.keyboard(' ')
  await again.arrived
  await isPending(jumps)
  await userEvent.keyboard(' ')
  await expect.element(jumps).toBeChecked()
  again.release(okResponse({ ...report, held: 0, imported: 2 }))
  await expect.element(page.getByRole('button', { name: 'Import 2 products' })).toBeEnabled()
  await expect.element(jumps).toHaveFocus()
  const failing = hold(IMPORT)
  await userEvent.keyboard(' ')
  await failing.arrived
  failing.release(errorResponse(500, 'Something went wrong'))
  await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument()
})
