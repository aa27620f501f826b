import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from './axe-violations'
import { DESKTOP, open, PHONE } from './browser-screen'
import { administrator, errorResponse, okResponse } from './mock-server'

const TAKE = 'POST /api/khata/65f1a2b3c4d5e6f708192a3b'
const LIMIT = 'PUT /api/khata/65f1a2b3c4d5e6f708192a3b/limit'
const customer = { _id: '65f1a2b3c4d5e6f708192a3b', name: 'Asha Deshmukh', mobile: '9000000042' }

const statement = (change: object = {}) => ({
  customer,
  balance: 1943,
  since: '2026-01-02T10:00:00Z',
  age: '0-30',
  limit: 3000,
  ownLimit: true,
  lastReminderAt: null,
  oldestOpen: 828,
  entries: [
    {
      _id: 'e2',
      at: '2026-01-08T10:00:00Z',
      who: 'Sunita',
      kind: 'SALE',
      amount: 1115,
      balance: 1943,
      order: 1042,
    },
    {
      _id: 'e1',
      at: '2026-01-02T10:00:00Z',
      who: 'Sunita',
      kind: 'CORRECTION',
      amount: 828,
      balance: 828,
      reason: 'From the old notebook',
    },
  ],
  ...change,
})

const ages = [
  { age: '61+', people: 0, amount: 0 },
  { age: '31-60', people: 0, amount: 0 },
  { age: '0-30', people: 1, amount: 1943 },
]

const openKhata = (size: typeof DESKTOP, staffRole = 'MANAGER', change: object = {}) =>
  open('/dashboard/khata', {
    as: 'administrator',
    size,
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole }),
      'GET /api/khata': okResponse([statement(change)], { ages, totalCount: 1, totalNoPage: 1 }),
      'GET /api/khata/65f1a2b3c4d5e6f708192a3b': okResponse(statement(change)),
    },
  })

for (const [name, size] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`a payment takes two presses from the list, on the ${name}`, async () => {
    const { hold } = await openKhata(size)
    await expect.element(page.getByRole('heading', { name: 'Khata', level: 1 })).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await page.getByRole('link', { name: 'Take ₹1,943' }).click()
    await expect.element(page.getByRole('table')).toHaveTextContent('Order #1042')
    expect(await axeViolations()).toEqual([])
    const held = hold(TAKE)
    await page.getByRole('button', { name: 'Cash ₹1,943' }).click()
    const sent = (await held.arrived) as { key: string }
    expect(sent).toEqual({ kind: 'PAYMENT', amount: '1943', by: 'CASH', key: sent.key })
    await expect
      .element(page.getByRole('button', { name: 'Cash ₹1,943' }))
      .toHaveAttribute('aria-disabled', 'true')
    held.release(okResponse(statement({ balance: 0, since: null, age: '', oldestOpen: 0 })))
    await expect.element(page.getByText('₹1,943 taken')).toBeVisible()
    await expect.element(page.getByText('owes nothing')).toBeVisible()
  })
}

test('a failed payment is sent again under the same key, another amount under a new one', async () => {
  const { hold } = await openKhata(DESKTOP)
  await page.getByRole('link', { name: 'Take ₹1,943' }).click()
  const keys: string[] = []
  const press = async (button: string) => {
    const held = hold(TAKE)
    await page.getByRole('button', { name: button }).click()
    keys.push(((await held.arrived) as { key: string }).key)
    held.release(errorResponse(503, 'The shop is busy.'))
    await expect.element(page.getByText('The shop is busy.').first()).toBeVisible()
  }
  await press('Cash ₹1,943')
  await press('Cash ₹1,943')
  await page.getByRole('button', { name: '₹828', exact: true }).click()
  await press('Cash ₹828')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('the errors of a correction show at its amount and at its reason', async () => {
  const { hold } = await openKhata(DESKTOP)
  await page.getByRole('link', { name: 'Take ₹1,943' }).click()
  await page.getByRole('button', { name: 'Correction' }).click()
  const why = page.getByRole('textbox', { name: 'Why' })
  await expect.element(why).toBeVisible()
  const form = why.element().closest('form') as HTMLFormElement
  const [amount, reason] = [...form.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
  for (const [name, field, validField] of [
    ['amount', amount, reason],
    ['reason', reason, amount],
  ] as const) {
    const held = hold(TAKE)
    await page.getByRole('button', { name: 'Write the line' }).click()
    await held.arrived
    const { body } = errorResponse(400, `Wrong ${name}.`)
    held.release({
      status: 400,
      body: { ...(body as object), errors: [{ field: name, message: `Wrong ${name}.` }] },
    })
    await expect.element(page.elementLocator(field)).toHaveAccessibleDescription(new RegExp(`Wrong ${name}`))
    expect(validField.getAttribute('aria-invalid')).not.toBe('true')
  }
})

for (const [staffRole, mayConfirm] of [
  ['MANAGER', true],
  ['PACKER', false],
] as const) {
  test(`a UPI or card payment recorded by a packer is shown as unconfirmed to a ${staffRole}`, async () => {
    const [sale] = statement().entries
    const payment = { ...sale, _id: 'e3', kind: 'PAYMENT', by: 'UPI', amount: -500, balance: 1443 }
    const withPayment = (unconfirmed: boolean) =>
      statement({ balance: 1443, entries: [{ ...payment, unconfirmed }, sale] })
    const { hold } = await openKhata(DESKTOP, staffRole, withPayment(true))
    await page.getByRole('link', { name: 'Take ₹1,443' }).click()
    const note = page.getByText('Not confirmed yet')
    await expect.element(note).toBeVisible()
    expect(await axeViolations()).toEqual([])
    const confirm = page.getByRole('button', { name: 'The money came' })
    expect(confirm.elements()).toHaveLength(mayConfirm ? 1 : 0)
    if (!mayConfirm) return
    const held = hold('PUT /api/khata/65f1a2b3c4d5e6f708192a3b/entries/e3/confirmed')
    await confirm.click()
    await held.arrived
    held.release(okResponse(withPayment(false)))
    await expect.element(note).not.toBeInTheDocument()
  })
}

test('on a phone of 360 px the note of a payment to confirm is not squeezed into a column', async () => {
  const [sale] = statement().entries
  const payment = {
    ...sale,
    _id: 'e3',
    kind: 'PAYMENT',
    by: 'UPI',
    amount: -500,
    balance: 1443,
    unconfirmed: true,
  }
  await openKhata(
    { width: 360, height: 740 },
    'MANAGER',
    statement({ balance: 1443, entries: [payment, sale] }),
  )
  await page.getByRole('link', { name: 'Take ₹1,443' }).click()
  const widthOf = (element: Element) => element.getBoundingClientRect().width
  const note = page.getByText('Not confirmed yet')
  await expect.element(note).toBeVisible()
  const table = note.element().closest('table') ?? document.body
  expect(widthOf(note.element())).toBeGreaterThan(widthOf(table) / 2)
})

test('a packer must type the reference of a UPI payment, and sees no limit', async () => {
  const { hold } = await openKhata(DESKTOP, 'PACKER', { limit: null, ownLimit: false })
  await expect.element(page.getByRole('link', { name: 'Take ₹1,943' })).toBeVisible()
  expect(page.getByText(/limit/i).elements()).toEqual([])
  await page.getByRole('link', { name: 'Take ₹1,943' }).click()
  await page.getByRole('textbox', { name: 'UPI reference' }).fill(' 210987654321 ')
  const held = hold(TAKE)
  await page.getByRole('button', { name: 'UPI ₹1,943' }).click()
  expect(await held.arrived).toMatchObject({ by: 'UPI', reference: '210987654321' })
  held.release(errorResponse(503, 'The shop is busy.'))
  expect(page.getByText(/limit/i).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Correction' }).elements()).toEqual([])
})

test('a limit is changed with the owner’s password', async () => {
  const { hold } = await openKhata(DESKTOP, 'OWNER')
  await page.getByRole('link', { name: 'Take ₹1,943' }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('textbox', { name: 'Limit' }).fill('5000')
  const first = hold(LIMIT)
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await first.arrived).toEqual({ limit: '5000' })
  first.release(errorResponse(403, 'Please confirm your password', 'confirm_password'))
  await page.getByRole('dialog').getByLabelText('Password', { exact: true }).fill('seven mangoes')
  const second = hold(LIMIT)
  await userEvent.keyboard('{Enter}')
  expect(await second.arrived).toEqual({ limit: '5000', password: 'seven mangoes' })
  second.release(okResponse(statement({ limit: 5000 })))
  await expect.element(page.getByRole('heading', { name: /₹5,000/ })).toBeVisible()
})

test('the URL of a khata page without its token is reported, without a retry', async () => {
  await open('/your-khata', { size: PHONE })
  await expect.element(page.getByRole('heading', { name: 'This address does not work' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

test('a packer’s bookmark of the list over the limit shows the list without that filter', async () => {
  await open('/dashboard/khata?over=true', {
    as: 'administrator',
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'PACKER' }),
      'GET /api/khata': (query) =>
        query.includes('over')
          ? errorResponse(403, 'Only the owner or a manager can see this.', 'needs_manager')
          : okResponse([statement()], { ages, totalCount: 1, totalNoPage: 1 }),
    },
  })
  await expect.element(page.getByText('Asha Deshmukh')).toBeVisible()
})

test('the import of a workbook asks which sheet has the balances, and offers the others afterwards', async () => {
  const IMPORT = 'POST /api/khata/import'
  const { responses, requests } = await openKhata(PHONE)
  await page.getByRole('button', { name: 'Old notebook, as a file' }).click()
  const refused = errorResponse(400, 'Several sheets of the workbook can be the list.')
  responses[IMPORT] = {
    status: 400,
    body: { ...refused.body, code: 'sheet_unknown', data: { sheets: ['Lane 1', 'Lane 2'] } },
  }
  const file = page.getByLabelText('File', { exact: true })
  await expect.element(file).toHaveAttribute('accept', expect.stringContaining('.xlsx'))
  await userEvent.upload(file, new File(['PK'], 'khata.xlsx'))
  const sheet = page.getByRole('combobox', { name: 'Sheet' })
  await expect.element(sheet).toBeVisible()
  const read = page.getByRole('button', { name: 'Read this sheet' })
  await expect.element(read).toBeDisabled()
  expect(await axeViolations()).toEqual([])
  await sheet.selectOptions('Lane 2')
  responses[IMPORT] = okResponse({
    added: 2,
    amount: 600,
    problems: [],
    sheet: 'Lane 2',
    sheets: ['Lane 1', 'Lane 2'],
  })
  await read.click()
  await expect.element(page.getByText('2 people, ₹600 from the old notebook')).toBeVisible()
  expect(requests.findLast(({ call }) => call === IMPORT)?.query).toBe('?sheet=Lane%202')
  const other = page.getByRole('combobox', { name: '“Lane 2” was read. Another sheet' })
  await other.selectOptions('Lane 1')
  await read.click()
  await expect
    .poll(() => requests.filter(({ call }) => call === IMPORT).at(-1)?.query)
    .toBe('?sheet=Lane%201')
})
