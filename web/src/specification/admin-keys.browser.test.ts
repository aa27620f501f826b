import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open } from './browser-screen'
import { type MockResponses, okResponse, product } from './mock-server'

const gathiya = product({ name: 'Gathiya', stock: 9 })
const listed: MockResponses = {
  'GET /api/product/getAll': okResponse([gathiya], { totalCount: 1, totalNoPage: 1 }),
}
const openAdmin = (path: string, responses: MockResponses = {}) =>
  open(`/dashboard/${path}`, { as: 'administrator', responses })

const focused = () => document.activeElement

/** Opens a dialog by keyboard, moves through all its elements and closes it. The focus must never be lost. */
async function expectKeysLeadThrough(opener: Locator) {
  await expect.element(opener).toBeVisible()
  const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]')
  const inDialog = () => expect.poll(() => dialog()?.contains(focused())).toBe(true)
  ;(opener.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await inDialog()
  const first = focused()
  const stops = dialog()?.querySelectorAll('button, input, select, textarea, a[href]').length ?? 0
  let around = false
  for (let stop = 0; stop <= stops && !around; stop++) {
    await userEvent.keyboard('{Tab}')
    await inDialog()
    around = focused() === first
  }
  expect(around, 'Tab comes back to where it began').toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialog).toBeNull()
  await expect.element(opener).toHaveFocus()
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()

test.each([
  ['Category', 'Category'],
  ['subCategory', 'Sub Category'],
])('every dialog of %s is opened, used and closed by keyboard alone', async (path, kind) => {
  await openAdmin(path)
  await expectKeysLeadThrough(button(`Add ${kind}`))
  await expectKeysLeadThrough(button(/^Edit /))
  await expectKeysLeadThrough(button(/^Delete /))
})

test('every dialog of the products is opened, used and closed by keyboard alone', async () => {
  await openAdmin('uploadProduct')
  await expectKeysLeadThrough(button('Add Field'))
  await expectKeysLeadThrough(button('Clear'))
  await openAdmin('products', listed)
  await expectKeysLeadThrough(button('Edit Gathiya'))
  await expectKeysLeadThrough(button('Delete Gathiya'))
})

test('after a bulk change the focus is on the checkbox for all products', async () => {
  const report = { _id: 'bulk', changed: 1, digest: 'd', lines: [], matched: 1, refused: 0, unchanged: 0 }
  await openAdmin('products', {
    ...listed,
    'POST /api/product/bulk': okResponse(report),
    'GET /api/product/bulk-changes': okResponse([]),
    'PUT /api/product/publish': okResponse([gathiya]),
  })
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.click()
  await button('Change prices').click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await dialog.getByLabelText('Amount').fill('5')
  await dialog.getByRole('button', { name: /1 product/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(all).toHaveFocus()
  await all.click()
  await button('Unpublish').click()
  await expect.element(button('Unpublish')).not.toBeInTheDocument()
  await expect.element(all).toHaveFocus()
})

test('a product is changed in the list, published and selected by keyboard alone', async () => {
  const { responses, requests } = await openAdmin('products', listed)
  const update = `PUT /api/product/update/${gathiya._id}`
  responses[update] = okResponse({ ...gathiya, price: 44 })
  const choose = page.getByRole('checkbox', { name: 'Select Gathiya' })
  await expect.element(choose).toBeVisible()
  ;(choose.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('textbox', { name: /^Price of Gathiya/ })).toHaveFocus()
  await userEvent.keyboard('44{Tab}')
  await expect.element(page.getByText('Product updated successfully!')).toBeVisible()
  expect(requests.filter(({ call }) => call === update).map(({ body }) => body)).toMatchObject([
    { price: 44 },
  ])
  // Skip the discount and the selling price.
  await userEvent.keyboard('{Tab}{Tab}')
  const stock = page.getByRole('textbox', { name: 'Stock of Gathiya' })
  await expect.element(stock).toHaveFocus()
  await userEvent.keyboard('17{Escape}')
  await expect.element(stock).toHaveValue('9')
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(page.getByRole('combobox', { name: /^Whether Gathiya.* is sold out$/ })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Stock history of Gathiya' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('checkbox', { name: 'Publish Gathiya' })).toHaveFocus()
  expect(requests.filter(({ call }) => call === update)).toHaveLength(1)
})

test('a sold-out mark chosen by keys is saved on Enter or on leaving, and not before', async () => {
  const { responses, requests } = await openAdmin('products', listed)
  const update = `PUT /api/product/update/${gathiya._id}`
  responses[update] = okResponse(gathiya)
  const saved = () => requests.filter(({ call }) => call === update).length
  const mark = page.getByRole('combobox', { name: /^Whether Gathiya.* is sold out$/ })
  await expect.element(mark).toBeVisible()
  ;(mark.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(mark).not.toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(mark).toHaveValue('')
  expect(saved()).toBe(0)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(saved).toBe(1)
})

test('a price whose request gets no response stays as it was typed, and can be sent again', async () => {
  const { responses } = await openAdmin('products', listed)
  const update = `PUT /api/product/update/${gathiya._id}`
  responses[update] = 'unreachable'
  const stock = page.getByRole('textbox', { name: 'Stock of Gathiya' })
  await stock.fill('31')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('An unexpected error occurred')).toBeVisible()
  await expect.element(stock).toHaveValue('31')
  responses[update] = okResponse({ ...gathiya, stock: 31 })
  await stock.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Product updated successfully!')).toBeVisible()
})

test('the account menu is opened, entered and closed by keyboard', async () => {
  await openAdmin('orders')
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const account = page.getByRole('button', { name: 'Account', exact: true })
  ;(account.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const profile = page.getByRole('link', { name: /Meera Joshi/ })
  await expect.element(profile).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(profile).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(account).toHaveFocus()
})

test('on a small phone the preview of new prices is in sight, and a past change is undone from the list', async () => {
  const before = {
    price: 499,
    discount: 0,
    stock: 9,
    publish: true,
    subCategory: 'Snacks',
    unit: '500 g',
    taxRate: null,
  }
  const changed = {
    _id: gathiya._id,
    name: 'Gathiya, Bhavnagri with Ajwain',
    unit: '500 g',
    before,
    after: { ...before, price: 523.95 },
  }
  const past = {
    _id: 'past00000000',
    title: 'Prices up',
    products: 2,
    at: '2026-11-29T10:00:00Z',
    who: 'Meera',
  }
  const { requests } = await open('/dashboard/products', {
    as: 'administrator',
    size: { width: 360, height: 740 },
    responses: {
      ...listed,
      'POST /api/product/bulk': okResponse({
        ...{ _id: 'bulk', changed: 1, digest: 'd', matched: 1, refused: 0, unchanged: 0 },
        lines: [changed],
      }),
      'GET /api/product/bulk-changes': okResponse([past]),
    },
  })
  await page.getByText('Changes of the last 7 days').click()
  await button('Undo').click()
  await expect
    .poll(() => requests.map(({ call }) => call))
    .toContain('POST /api/product/bulk/past00000000/undo')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await button('Change prices').click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await dialog.getByLabelText('Amount').fill('5')
  const prices = dialog.getByRole('row', { name: /₹523\.95/ })
  await expect.element(prices).toBeVisible()
  for (const inside of [...dialog.element().querySelectorAll('select, input, td')]) {
    const { left, right } = inside.getBoundingClientRect()
    expect([left >= 0, right <= 360], `${inside.outerHTML} between ${left} and ${right}`).toEqual([
      true,
      true,
    ])
  }
})
