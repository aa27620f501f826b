import { afterEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { soldOutDay } from '@/features/catalog/stock-api'
import type { Order } from '@/features/order/admin/orders-api'
import { withdrawUndo } from '@/features/order/admin/undo-offer'
import { DESKTOP, open } from './browser-screen'
import { administrator, errorResponse, type MockResponse, okResponse, openShop, product } from './mock-server'
import { anOrder, orderList, row } from './orders'

// The undo bar stays for ten seconds and would cover buttons of the next test.
afterEach(withdrawUndo)

const jowar = row('Jowar', { unit: 'pack' })
const potatoes = row('Loose potatoes', { unit: '1 kg' })
const packing = anOrder({
  stage: 'PACKING',
  rows: [jowar, potatoes],
  itemCount: 4,
  totalAmt: 160,
  collectAmt: 160,
  packer: { _id: administrator._id, name: administrator.name },
})
const READ = 'GET /api/order/checkout/1001'
const on = (action: string) => `PUT /api/order/checkout/${packing._id}/${action}`

/**
 * Opens an order's sheet. `becomes` changes the order on the server and returns the response; called in a mock response's
 * function, it does so when the call is answered.
 */
async function openSheet(
  order: Order = packing,
  responses: Record<string, MockResponse> = {},
  size = DESKTOP,
) {
  const opened = await open('/dashboard/desk/1001', {
    as: 'administrator',
    size,
    responses: {
      'GET /api/order/checkouts': orderList(order),
      [READ]: okResponse(order),
      'GET /api/category/get': okResponse([]),
      ...responses,
    },
  })
  const sheet = page.getByRole('dialog', { name: 'Order #1001' })
  await expect.element(sheet.getByRole('heading', { name: 'Bill' })).toBeVisible()
  const becomes = (change: Partial<Order>, version = order.version + 1): MockResponse => {
    const present = { ...order, version, ...change }
    opened.responses[READ] = okResponse(present)
    opened.responses['GET /api/order/checkouts'] = orderList(present)
    return opened.responses[READ] as MockResponse
  }
  return { ...opened, sheet, becomes }
}

const line = (sheet: Locator, name: string) => sheet.getByRole('listitem').filter({ hasText: name }).first()
const tick = (sheet: Locator, name: string) => sheet.getByRole('checkbox', { name: `${name} is in the bag` })
const sent = (requests: { call: string; body: unknown }[], call: string) =>
  requests.filter((request) => request.call === call).map(({ body }) => body)

test('a line shows the tick that was pressed last, whichever response comes last', async () => {
  const { sheet, hold, becomes } = await openSheet()
  const [ticked, unticked] = [hold(on('tick')), hold(on('tick'))]
  const box = tick(sheet, 'Jowar')
  await box.click()
  expect(await ticked.arrived).toEqual({ rows: [{ _id: jowar._id, picked: true }] })
  await expect.element(box).toBeChecked()
  await box.click()
  expect(await unticked.arrived).toEqual({ rows: [{ _id: jowar._id, picked: false }] })
  await expect.element(box).not.toBeChecked()
  // The response also has a line that a colleague ticked, which shows that it has been applied.
  const tickedPotatoes = { ...potatoes, picked: true }
  ticked.release(becomes({ rows: [{ ...jowar, picked: true }, tickedPotatoes] }))
  await expect.element(tick(sheet, 'Loose potatoes')).toBeChecked()
  await expect.element(box).not.toBeChecked()
  unticked.release(becomes({ rows: [jowar, tickedPotatoes] }, 3))
  await expect.element(box).not.toBeChecked()
})

test('a short line shows the new bill before it is saved, and undo reverts it', async () => {
  const { sheet, responses, requests, becomes } = await openSheet()
  await line(sheet, 'Jowar').getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'One less' }).click()
  await expect.element(sheet.getByText('Total ₹160 → ₹120, collect ₹120')).toBeVisible()
  expect(sent(requests, on('lines')), 'nothing is saved yet').toEqual([])
  const undo = { id: 'undo', until: new Date(Date.now() + 60_000).toISOString() }
  const short = { ...jowar, quantity: 1, totalAmt: 40 }
  responses[on('lines')] = () => becomes({ rows: [short, potatoes], totalAmt: 120, collectAmt: 120, undo })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(line(sheet, 'Jowar').getByText('1 short, ₹40 off the bill')).toBeVisible()
  await expect
    .poll(() => sent(requests, on('lines')))
    .toEqual([{ version: 1, rows: [{ _id: jowar._id, quantity: 1 }] }])
  responses[`POST /api/order/checkout/${packing._id}/undo`] = () => becomes({}, 3)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect.element(sheet.getByText('1 short')).not.toBeInTheDocument()
})

test('weighed goods cost what they weigh, and never more than was ordered', async () => {
  const { sheet, responses, requests, becomes } = await openSheet()
  await line(sheet, 'Loose potatoes').getByRole('button', { name: 'Short or weigh' }).click()
  const weight = sheet.getByLabelText('Weight in grams')
  await weight.fill('a lot')
  await expect.element(sheet.getByText('Please enter the weight in whole grams.')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Save' })).toBeDisabled()
  await weight.fill('2500')
  await expect.element(sheet.getByText('The bill stays the same.')).toBeVisible()
  await weight.fill('1500')
  await expect.element(sheet.getByText('Total ₹160 → ₹140, collect ₹140')).toBeVisible()
  const weighed = { ...potatoes, weightGrams: 1500, totalAmt: 60 }
  responses[on('lines')] = () => becomes({ rows: [jowar, weighed], totalAmt: 140, collectAmt: 140 })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(line(sheet, 'Loose potatoes').getByText('weighed 1,500 g')).toBeVisible()
  await expect
    .poll(() => sent(requests, on('lines')))
    .toEqual([{ version: 1, rows: [{ _id: potatoes._id, quantity: 2, weightGrams: 1500 }] }])
})

test('a replacement costs at most the replaced line, and the customer’s agreement is sent', async () => {
  const rice = product({ _id: 'kolam0000000', name: 'Kolam rice', price: 55, discount: 0 })
  const { sheet, responses, requests, becomes } = await openSheet(packing, {
    [`GET /api/product/${jowar.producId._id}/replacements`]: okResponse([rice]),
  })
  await line(sheet, 'Jowar').getByRole('button', { name: 'Replace' }).click()
  await sheet.getByRole('list', { name: 'Products' }).getByRole('button', { name: 'Kolam rice' }).click()
  await expect.element(sheet.getByText('₹110, charged ₹80')).toBeVisible()
  await expect.element(sheet.getByText('The bill stays the same.')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'The customer was asked and agreed' }).click()
  const gone = { ...jowar, delivery_status: 'CANCELED' as const }
  responses[on('replace')] = () =>
    becomes({ rows: [gone, potatoes, row('Kolam rice', { replaces: jowar._id })] })
  await line(sheet, 'Jowar').getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.element(sheet.getByText('instead of Jowar', { exact: true })).toBeVisible()
  await expect
    .poll(() => sent(requests, on('replace')))
    .toEqual([{ version: 1, row: jowar._id, productId: rice._id, quantity: 2, agreed: true }])
})

test('on a small phone Replace gets the focus, shows all its offers, and returns the focus', async () => {
  const offers = ['Kolam rice', 'Poha', 'Rava', 'Besan', 'Maida', 'Sabudana'].map((name, index) =>
    product({ _id: `offer${index}`.padEnd(12, '0'), name, price: 55, discount: 0 }),
  )
  const responses = { [`GET /api/product/${jowar.producId._id}/replacements`]: okResponse(offers) }
  const { sheet } = await openSheet(packing, responses, { width: 360, height: 740 })
  const replace = line(sheet, 'Jowar').getByRole('button', { name: 'Replace' })
  await replace.click()
  const form = sheet.getByRole('form', { name: 'Give instead of Jowar' })
  await expect.element(form).toHaveFocus()
  await expect.element(form.getByRole('button', { name: 'Sabudana' })).toBeInViewport({ ratio: 1 })
  await form.getByRole('button', { name: 'Kolam rice' }).click()
  await expect.element(form.getByText('The bill stays the same.')).toBeInViewport({ ratio: 1 })
  await expect.element(form).toHaveFocus()
  await form.getByRole('button', { name: 'Keep as it is' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => line(sheet, 'Jowar').element().contains(document.activeElement)).toBe(true)
})

test('a product is added to an order that is being packed, and not to one that is packed', async () => {
  const rice = product({ _id: 'kolam0000000', name: 'Kolam rice', price: 55, discount: 0 })
  const { sheet, responses, requests, becomes } = await openSheet(packing, {
    'GET /api/product/getAll': okResponse([rice], { totalCount: 1, totalNoPage: 1 }),
  })
  await sheet.getByRole('button', { name: 'Add a product' }).click()
  await sheet.getByRole('textbox', { name: 'Find a product' }).fill('Kolam')
  await sheet.getByRole('list', { name: 'Products' }).getByRole('button', { name: 'Kolam rice' }).click()
  await expect.element(sheet.getByText('Total ₹160 → ₹215')).toBeVisible()
  const add = `POST /api/order/checkout/${packing._id}/add`
  responses[add] = () => becomes({ rows: [jowar, potatoes, row('Kolam rice')], totalAmt: 215 })
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(line(sheet, 'Kolam rice')).toBeVisible()
  expect(sent(requests, add)).toEqual([{ version: 1, productId: rice._id, quantity: 1 }])
  await openSheet({ ...packing, stage: 'PACKED' })
  await expect.element(page.getByRole('button', { name: 'Add a product' })).not.toBeInTheDocument()
})

test('a line packed with no pieces can mark its product as sold out, once it is saved', async () => {
  const { sheet, hold, requests, becomes } = await openSheet()
  const soldOut = `PUT /api/product/update/${jowar.producId._id}`
  const [saved, marked] = [hold(on('lines')), hold(soldOut)]
  await line(sheet, 'Jowar').getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'None at all' }).click()
  await sheet.getByRole('checkbox', { name: 'Not in stock any more' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await saved.arrived
  expect(sent(requests, soldOut)).toEqual([])
  const gone = { ...jowar, quantity: 0, delivery_status: 'CANCELED' as const }
  saved.release(becomes({ rows: [gone, potatoes], totalAmt: 80, collectAmt: 80 }))
  await expect.element(line(sheet, 'Jowar').getByText('None packed')).toBeVisible()
  expect(await marked.arrived).toEqual({ soldOutUntil: soldOutDay(1) })
  marked.release(okResponse(null))
})

test('packing with unticked lines asks, and does what is chosen', async () => {
  const { sheet, responses, requests, becomes } = await openSheet({
    ...packing,
    rows: [jowar, { ...potatoes, picked: true }],
  })
  await expect.element(sheet.getByText('1 line not ticked yet')).toBeVisible()
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  const question = page.getByRole('dialog', { name: '1 line is not ticked. Pack without it?' })
  await expect.element(question.getByText('Jowar')).toBeVisible()
  await question.getByRole('button', { name: 'Keep packing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent(requests, on('stage'))).toEqual([])
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  const gone = { ...jowar, delivery_status: 'CANCELED' as const }
  const lines = [gone, { ...potatoes, picked: true }]
  responses[on('lines')] = () => becomes({ rows: lines, totalAmt: 80, collectAmt: 80 })
  responses[on('stage')] = () => becomes({ rows: lines, totalAmt: 80, collectAmt: 80, stage: 'PACKED' }, 3)
  await question.getByRole('button', { name: 'They are short: ₹80 off the bill' }).click()
  await expect.element(sheet.getByText('None packed', { exact: true })).toBeVisible()
  await expect.poll(() => sent(requests, on('stage'))).toEqual([{ from: 'PACKING', to: 'PACKED' }])
  await expect
    .poll(() => sent(requests, on('lines')))
    .toEqual([{ version: 1, rows: [{ _id: jowar._id, quantity: 0 }] }])
})

test('opening an order without a packer assigns it; an order of another packer is taken over by a press', async () => {
  const free = { ...packing, packer: undefined }
  const { requests } = await openSheet(free, { [on('take')]: okResponse(packing) })
  await expect.poll(() => sent(requests, on('take'))).toHaveLength(1)
  const ravi = { ...packing, packer: { _id: 'ravi00000000', name: 'Ravi' } }
  const ofRavi = await openSheet(ravi)
  await expect.element(page.getByText('Ravi is packing this order. Ticks show to both of you.')).toBeVisible()
  expect(sent(ofRavi.requests, on('take'))).toEqual([])
  ofRavi.responses[on('take')] = () => ofRavi.becomes({ packer: packing.packer })
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect.element(page.getByText('You are packing this order.')).toBeVisible()
})

test('a stale press in the sheet shows the current order and says who did what', async () => {
  const { sheet, responses, becomes } = await openSheet({ ...packing, rows: [{ ...jowar, picked: true }] })
  const refusal = errorResponse(409, 'Ravi sent it out at 9:41 am.')
  responses[on('stage')] = () => {
    const present = becomes({ stage: 'OUT', rows: [{ ...jowar, picked: true }] }).body as { data: Order }
    return { ...refusal, body: { ...refusal.body, data: present.data } }
  }
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await expect.element(sheet.getByText('#1001: Ravi sent it out at 9:41 am.')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: /^Delivered/ })).toBeVisible()
})

test('a step whose key is pressed again before the server has responded is sent once', async () => {
  const { sheet, hold, requests, becomes } = await openSheet({ ...packing, stage: 'PACKED' })
  const held = hold(on('stage'))
  await expect.element(sheet.getByRole('button', { name: /^Out for delivery/ })).toBeVisible()
  await userEvent.keyboard('n')
  await held.arrived
  await expect
    .element(sheet.getByRole('button', { name: /^Out for delivery/ }))
    .toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('n')
  held.release(becomes({ stage: 'OUT' }))
  await expect.element(sheet.getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect(sent(requests, on('stage'))).toHaveLength(1)
})

test('canceling asks for a reason, says what happens to the money, and sends what was chosen', async () => {
  const { sheet, requests, responses, becomes } = await openSheet()
  await sheet.getByText('Cancel this order').click()
  const cancel = sheet.getByRole('button', { name: 'Cancel #1001' })
  await cancel.click()
  await expect.element(sheet.getByText('Please say why: the customer reads it.')).toBeVisible()
  expect(sent(requests, on('refuse'))).toEqual([])
  await sheet.getByRole('radio', { name: 'We could not reach you' }).click()
  await sheet.getByLabelText('Words to the customer (optional)').fill('We rang twice.')
  await sheet.getByRole('checkbox', { name: /^Put the \d items back into stock/ }).click()
  await expect.element(sheet.getByText('Nothing was paid, so there is nothing to give back.')).toBeVisible()
  const reason = 'We could not reach you. We rang twice.'
  const lines = [jowar, potatoes].map((row) => ({
    ...row,
    picked: true,
    delivery_status: 'CANCELED' as const,
  }))
  responses[on('refuse')] = () => becomes({ stage: 'DONE', reason, rows: lines, totalAmt: 0, collectAmt: 0 })
  await cancel.click()
  await expect.element(sheet.getByText(`Canceled: ${reason}`)).toBeVisible()
  await expect.poll(() => sent(requests, on('refuse'))).toEqual([{ version: 1, reason, restock: false }])
  const emptied = lines.map((row) => ({ ...row, picked: false }))
  responses[on('tick')] = () =>
    becomes({ stage: 'DONE', reason, rows: emptied, totalAmt: 0, collectAmt: 0 }, 3)
  await sheet.getByRole('button', { name: 'Put back on the shelf' }).click()
  await expect.element(sheet.getByRole('button', { name: 'Put back on the shelf' })).not.toBeInTheDocument()
})

test('a new promised time is shown at once, and each press moves it by 15 minutes', async () => {
  const { sheet, hold, requests, becomes } = await openSheet()
  const held = hold(on('promise'))
  await sheet.getByRole('button', { name: /^Promise / }).click()
  const { promisedAt } = (await held.arrived) as { promisedAt: string }
  await expect.element(sheet.getByText(/^Promised /)).toBeVisible()
  held.release(becomes({ promisedAt }))
  await sheet.getByRole('button', { name: '15 minutes later' }).click()
  await expect.poll(() => sent(requests, on('promise'))).toHaveLength(2)
  const [, later] = sent(requests, on('promise')) as { promisedAt: string }[]
  expect(Date.parse(later?.promisedAt ?? '') - Date.parse(promisedAt)).toBe(15 * 60_000)
})

test('an order is delivered with its payment method, which can be corrected', async () => {
  const { sheet, responses, requests, becomes } = await openSheet({ ...packing, stage: 'OUT' })
  await sheet.getByLabelText('How it is paid at the door').selectOptions('UPI')
  await sheet.getByRole('textbox', { name: 'Reference' }).fill('4321 8765 0000')
  const done = { stage: 'DONE', collectAmt: 0, rows: [{ ...jowar, delivery_status: 'DELIVERED' }] } as const
  const paid = { ...done, paidBy: 'UPI', paymentReference: '4321 8765 0000' } as const
  responses[on('stage')] = () => becomes({ ...paid, rows: [...paid.rows] })
  await sheet.getByRole('button', { name: /^Delivered/ }).click()
  await expect
    .element(sheet.getByText('Paid by UPI, reference 4321 8765 0000', { exact: true }))
    .toBeVisible()
  await expect
    .poll(() => sent(requests, on('stage')))
    .toEqual([{ from: 'OUT', to: 'DONE', paidBy: 'UPI', reference: '4321 8765 0000' }])
  await sheet.getByRole('button', { name: 'Correct how it was paid' }).click()
  await sheet.getByRole('radio', { name: 'In cash' }).click()
  responses[on('payment')] = () => becomes({ ...done, rows: [...done.rows], paidBy: 'CASH' }, 3)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(sheet.getByText('Paid in cash', { exact: true }).first()).toBeVisible()
  expect(sent(requests, on('payment'))).toMatchObject([{ version: 2, paidBy: 'CASH' }])
})

test('an order that is said to be paid by UPI is delivered as paid by UPI, with the reference of the claim', async () => {
  const claim = { at: new Date().toISOString(), reference: '1234 5678 9012' }
  const { sheet, responses, requests, becomes } = await openSheet({
    ...packing,
    stage: 'OUT',
    claim,
    problems: ['CLAIM'],
  })
  await expect.element(sheet.getByLabelText('How it is paid at the door')).toHaveValue('UPI')
  responses[on('stage')] = () => becomes({ stage: 'DONE', collectAmt: 0, paidBy: 'UPI', problems: [] })
  await sheet.getByRole('button', { name: /^Delivered/ }).click()
  await expect
    .poll(() => sent(requests, on('stage')))
    .toEqual([{ from: 'OUT', to: 'DONE', paidBy: 'UPI', reference: claim.reference }])
})

test('a claim is confirmed with one press, and a refund due is recorded by hand', async () => {
  const claim = { at: new Date().toISOString(), reference: '1234 5678 9012' }
  const { sheet, responses, requests, becomes } = await openSheet({ ...packing, claim, problems: ['CLAIM'] })
  await expect
    .element(sheet.getByText(/says it is paid by UPI, reference 1234 5678 9012/).first())
    .toBeVisible()
  const paid = {
    claim,
    problems: [],
    paidBy: 'UPI' as const,
    paymentReference: claim.reference,
    collectAmt: 0,
    refundDue: 40,
  }
  responses[on('payment')] = () => becomes(paid)
  await sheet.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect
    .element(sheet.getByText('Paid by UPI, reference 1234 5678 9012', { exact: true }))
    .toBeVisible()
  await expect
    .poll(() => sent(requests, on('payment')))
    .toEqual([{ version: 1, paidBy: 'UPI', reference: claim.reference }])
  await sheet.getByRole('button', { name: 'Give back ₹40' }).click()
  await sheet.getByRole('textbox', { name: 'Reference' }).fill('9999')
  responses[on('refunded')] = () => becomes({ ...paid, refundDue: 0 }, 3)
  await sheet.getByRole('button', { name: '₹40 is given back' }).click()
  await expect.poll(() => sent(requests, on('refunded'))).toMatchObject([{ version: 2, reference: '9999' }])
  await expect.element(sheet.getByRole('button', { name: /give.* back/i })).not.toBeInTheDocument()
})

test('a note is saved on blur, and stays in the field if saving fails', async () => {
  const { sheet, responses, becomes } = await openSheet({ ...packing, _id: 'noted0000000' })
  responses['PUT /api/order/checkout/noted0000000/note'] = 'unreachable'
  const note = sheet.getByLabelText('Note for the shop')
  await note.fill('Leave it with the watchman')
  await userEvent.keyboard('{Enter}')
  await expect.element(note).toHaveAttribute('aria-invalid', 'true')
  await sheet.getByRole('button', { name: /^(Close|Back to the desk)$/ }).click()
  await page.getByRole('link', { name: '#1001', exact: true }).click()
  await expect.element(note).toHaveValue('Leave it with the watchman')
  responses['PUT /api/order/checkout/noted0000000/note'] = () =>
    becomes({
      _id: 'noted0000000',
      staffNote: 'Leave it with the watchman',
    })
  await note.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(sheet.getByText('Saved', { exact: true })).toBeVisible()
})

test('text typed into the note while it is being saved is kept', async () => {
  const { sheet, hold, becomes } = await openSheet({ ...packing, _id: 'typed0000000' })
  const held = hold('PUT /api/order/checkout/typed0000000/note')
  const note = sheet.getByLabelText('Note for the shop')
  await note.fill('Ring')
  await userEvent.keyboard('{Enter}')
  await held.arrived
  await note.fill('Ring twice')
  const ravi = { _id: 'ravi00000000', name: 'Ravi' }
  held.release(becomes({ _id: 'typed0000000', staffNote: 'Ring', packer: ravi }))
  await expect.element(sheet.getByText(/^Ravi is packing this order/)).toBeVisible()
  await expect.element(sheet.getByText(/^Not saved yet/)).toBeVisible()
  await expect.element(note).toHaveValue('Ring twice')
})

test('an order that a colleague delivered meanwhile is not canceled: the sheet says who did what', async () => {
  const { sheet, responses } = await openSheet({ ...packing, stage: 'OUT' })
  await sheet.getByText('Cancel this order').click()
  await sheet.getByRole('radio').first().click()
  const lines = [jowar, potatoes].map((row) => ({ ...row, delivery_status: 'DELIVERED' as const }))
  const present = {
    ...packing,
    stage: 'DONE' as const,
    rows: lines,
    version: 2,
    paidBy: 'CASH',
    collectAmt: 0,
  }
  const refusal = errorResponse(409, 'Ravi delivered it at 9:41 am.')
  responses[on('refuse')] = { ...refusal, body: { ...refusal.body, data: present } }
  responses[READ] = okResponse(present)
  await sheet.getByRole('button', { name: 'Cancel #1001' }).click()
  await expect.element(page.getByText('#1001: Ravi delivered it at 9:41 am.').first()).toBeVisible()
  await expect.element(sheet.getByText('Cancel this order')).not.toBeInTheDocument()
})

const billed = {
  'GET /api/settings': okResponse({ ...openShop, legal: { ...openShop.legal, gst: 'REGISTERED' } }),
}

test("a pending bill of the counter asks for its buyer's name and address, and is issued at once", async () => {
  const sold = anOrder({
    ...packing,
    stage: 'DONE',
    channel: 'COUNTER',
    billWaits: 'A bill of ₹50,000 or more needs the buyer’s name, address and state.',
  })
  const { sheet, requests, responses, becomes } = await openSheet(sold, billed)
  responses[on('buyer')] = () => becomes({ billWaits: null, buyer: { name: 'Asha Kulkarni', gstin: '' } })
  await sheet.getByRole('textbox', { name: 'Name of the buyer' }).fill('Asha Kulkarni')
  await sheet.getByRole('textbox', { name: 'Address of the buyer' }).fill('12 Lake Road, Pune')
  await sheet.getByRole('button', { name: 'Put on the bill' }).click()
  await expect.element(sheet.getByText('needs the buyer’s name')).not.toBeInTheDocument()
  expect(sent(requests, on('buyer'))).toEqual([
    { name: 'Asha Kulkarni', gstin: '', address: '12 Lake Road, Pune' },
  ])
})

test('a pending bill asks for the missing tax data in the sheet, and is issued at once', async () => {
  const lacking = (lack: 'NO_HSN' | 'NO_CONDITION', hsn: string) => ({
    _id: 'toordal00000',
    name: 'Toor Dal',
    lack,
    hsn,
    conditions: ['LOOSE', 'PREPACKED'],
    choices: [
      { condition: 'LOOSE', rate: 0, treatment: 'EXEMPT' as const },
      { condition: 'PREPACKED', rate: 5, treatment: 'TAXABLE' as const },
    ],
  })
  const asks = 'Toor Dal: say how it is sold (loose, prepacked), then the bill is made.'
  const waiting = anOrder({
    stage: 'OUT',
    billWaits: 'Toor Dal has no rate. Give it one, then the bill is made.',
    billLacks: [lacking('NO_HSN', '')],
  })
  const { sheet, responses, requests, becomes } = await openSheet(waiting, billed)
  const save = sheet.getByRole('button', { name: 'Save, and bill' })
  await expect.element(save).toBeDisabled()
  await sheet.getByLabelText('HSN of Toor Dal').fill('0713')
  const update = 'PUT /api/product/update/toordal00000'
  const bill = `POST /api/order/checkout/${waiting._id}/bill`
  responses[update] = okResponse({})
  responses[bill] = () => {
    becomes({ billWaits: asks, billLacks: [lacking('NO_CONDITION', '0713')] })
    return errorResponse(409, asks, 'bill_waits')
  }
  await save.click()
  await expect.element(sheet.getByText(asks)).toBeVisible()
  await sheet.getByRole('radio', { name: 'In a labelled pack, 5%' }).click()
  await expect.element(sheet.getByRole('radio', { name: 'Loose, exempt' })).toBeVisible()
  responses[bill] = () => becomes({ billWaits: null, billLacks: undefined }, 3)
  await save.click()
  await expect.element(sheet.getByText('Waits', { exact: true })).not.toBeInTheDocument()
  expect(sent(requests, update)).toEqual([{ hsn: '0713' }, { hsn: '0713', taxCondition: 'PREPACKED' }])
})

test('a packer who is refused by a khata limit sees the reason, without its amounts', async () => {
  const out = anOrder({ stage: 'OUT', rows: [jowar], totalAmt: 160, collectAmt: 160 })
  const { sheet, responses } = await openSheet(out, {
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'PACKER' }),
  })
  responses[`PUT /api/order/checkout/${out._id}/stage`] = errorResponse(
    409,
    'The khata is over its limit. Please take the money now, or ask the owner.',
    'khata_limit',
  )
  await sheet.getByRole('combobox', { name: 'How it is paid at the door' }).selectOptions('KHATA')
  await userEvent.keyboard('n')
  await expect.element(page.getByText(/The khata is over its limit/).first()).toBeVisible()
  await expect.element(sheet.getByRole('heading', { name: 'Bill' })).toBeVisible()
})
