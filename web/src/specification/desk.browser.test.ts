import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setSound } from '@/features/order/admin/live/alarm-sound'
import type { Order, Stage } from '@/features/order/admin/orders-api'
import { withdrawUndo } from '@/features/order/admin/undo-offer'
import { open } from './browser-screen'
import { administrator, errorResponse, okResponse, openShop } from './mock-server'
import { anOrder, orderList, row } from './orders'

// The undo bar stays for ten seconds.
afterEach(withdrawUndo)

const first = anOrder({ _id: 'first0000000', number: 1001 })
const second = anOrder({ _id: 'second000000', number: 1002, createdAt: new Date().toISOString() })
const STAGE = 'PUT /api/order/checkout/first0000000/stage'
const LIST = 'GET /api/order/checkouts'

const openDesk = (...orders: Order[]) =>
  open('/dashboard/desk', { as: 'administrator', responses: { [LIST]: orderList(...orders) } })
const inStage = (name: string, number: number) =>
  page
    .getByRole('region', { name: new RegExp(`^${name} \\d+$`) })
    .getByRole('link', { name: `#${number}`, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const moved = (order: Order, stage: Stage, change: Partial<Order> = {}) => ({
  ...order,
  stage,
  version: order.version + 1,
  ...change,
})

test('a step whose key is pressed again before the server has responded is sent once', async () => {
  const { hold, requests, responses } = await openDesk(first)
  await expect.element(inStage('New', 1001)).toBeVisible()
  const held = hold(STAGE)
  await userEvent.keyboard('n')
  await held.arrived
  await expect.element(button('Accept order #1001')).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('n')
  responses[LIST] = orderList(moved(first, 'PACKING'))
  held.release(okResponse(moved(first, 'PACKING')))
  await expect.element(inStage('Packing', 1001)).toBeVisible()
  expect(requests.filter(({ call }) => call === STAGE).map(({ body }) => body)).toEqual([
    { from: 'NEW', to: 'PACKING' },
  ])
})

test('an order whose response comes after the step of the next one can be moved on', async () => {
  const { hold, requests, responses } = await openDesk(first, second)
  await expect.element(inStage('New', 1001)).toBeVisible()
  const [packing, packed] = [moved(first, 'PACKING'), moved(first, 'PACKED', { version: 3 })]
  const held = hold(STAGE)
  responses['PUT /api/order/checkout/second000000/stage'] = () => {
    responses[LIST] = orderList(first, moved(second, 'PACKING'))
    return okResponse(moved(second, 'PACKING'))
  }
  await button('Accept order #1001').click()
  await held.arrived
  await button('Accept order #1002').click()
  await expect.element(inStage('Packing', 1002)).toBeVisible()
  responses[LIST] = orderList(packing, moved(second, 'PACKING'))
  held.release(okResponse(packing))
  await expect.element(inStage('Packing', 1001)).toBeVisible()
  responses[STAGE] = () => {
    responses[LIST] = orderList(packed, moved(second, 'PACKING'))
    return okResponse(packed)
  }
  await button('Packed order #1001').click()
  await expect.element(inStage('Packed', 1001)).toBeVisible()
  expect(requests.filter(({ call }) => call === STAGE)).toHaveLength(2)
})

test('undo moves an order back to its stage', async () => {
  const undo = { id: 'undo', until: new Date(Date.now() + 60_000).toISOString() }
  const { requests, responses } = await openDesk(first)
  responses[STAGE] = okResponse(moved(first, 'PACKING', { undo }))
  responses['POST /api/order/checkout/first0000000/undo'] = okResponse({ ...first, version: 3 })
  await expect.element(inStage('New', 1001)).toBeVisible()
  responses[LIST] = orderList(moved(first, 'PACKING'))
  await button('Accept order #1001').click()
  await expect.element(page.getByText('#1001 accepted')).toBeVisible()
  await expect.element(inStage('Packing', 1001)).toBeVisible()
  responses[LIST] = orderList({ ...first, version: 3 })
  await button('Undo').click()
  await expect.element(inStage('New', 1001)).toBeVisible()
  expect(requests.findLast(({ call }) => call.endsWith('/undo'))?.body).toEqual({ undo: 'undo' })
})

test('a press on an order that somebody else has moved shows the current order and says who did what', async () => {
  const { responses } = await openDesk(first)
  const present = moved(first, 'PACKED')
  const refusal = errorResponse(409, 'Ravi packed it at 9:41 am.')
  responses[STAGE] = { ...refusal, body: { ...refusal.body, data: present } }
  await expect.element(inStage('New', 1001)).toBeVisible()
  responses[LIST] = 'never'
  await button('Accept order #1001').click()
  await expect.element(page.getByText('#1001: Ravi packed it at 9:41 am.')).toBeVisible()
  await expect.element(inStage('Packed', 1001)).toBeVisible()
})

test('selected orders are moved by one press, and refused ones are listed', async () => {
  const { requests, responses } = await openDesk(first, second)
  const refused = [{ _id: second._id, message: 'Ravi canceled it.' }]
  responses['POST /api/order/checkouts/stage'] = okResponse({ done: [moved(first, 'PACKING')], refused })
  await page.getByRole('checkbox', { name: 'Choose order 1001' }).click()
  await page.getByRole('checkbox', { name: 'Choose order 1002' }).click()
  await expect.element(page.getByText(/^2 orders chosen, 4 items, ₹/)).toBeVisible()
  responses[LIST] = orderList(moved(first, 'PACKING'), second)
  await button('Accept').click()
  await expect.element(inStage('Packing', 1001)).toBeVisible()
  await expect.element(page.getByText(/#1002: Ravi canceled it\./)).toBeVisible()
  expect(requests.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ids: [first._id, second._id],
    from: 'NEW',
    to: 'PACKING',
  })
})

test("a day's orders are handled by keyboard alone", async () => {
  const { responses } = await openDesk(first)
  await expect.element(inStage('New', 1001)).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(page.getByText(/^1 order chosen/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText(/order chosen/)).not.toBeInTheDocument()
  let order = first
  for (const [stage, title] of [
    ['PACKING', 'Packing'],
    ['PACKED', 'Packed'],
    ['OUT', 'On the way'],
  ] as const) {
    order = moved(order, stage)
    responses[STAGE] = okResponse(order)
    responses[LIST] = orderList(order)
    await userEvent.keyboard('n')
    await expect.element(inStage(title, 1001)).toBeVisible()
  }
  responses[STAGE] = okResponse(moved(order, 'DONE'))
  responses[LIST] = orderList()
  await userEvent.keyboard('n')
  await expect.element(page.getByText('All done for now')).toBeVisible()
})

test('on a small phone the button of the first new order is above the fold, also while the sound is blocked', async () => {
  // As before the page's first user gesture.
  vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('suspended')
  vi.spyOn(AudioContext.prototype, 'resume').mockResolvedValue()
  onTestFinished(() => {
    vi.restoreAllMocks()
    setSound(false)
  })
  await open('/dashboard/desk', {
    as: 'administrator',
    size: { width: 360, height: 640 },
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
      'GET /api/settings': okResponse(openShop),
      [LIST]: orderList(first, second),
    },
  })
  await expect.element(inStage('New', 1001)).toBeVisible()
  await expect.element(button('Pause orders')).toBeVisible()
  setSound(true)
  await expect.element(page.getByRole('button', { name: 'Allow the sound' })).toBeVisible()
  const foot = page.getByRole('navigation', { name: 'Administration' }).element().getBoundingClientRect().top
  expect(button('Accept order #1001').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(foot)
  for (const name of [/^Alerts/, 'Pause orders']) {
    const menu = page.getByRole('button', { name })
    await menu.click()
    const { left, right } = (menu.element().nextElementSibling as Element).getBoundingClientRect()
    expect([left >= 0, right <= 360], `the menu ${name} stands between ${left} and ${right}`).toEqual([
      true,
      true,
    ])
    await menu.click()
  }
})

test('a phone shows the filters of the desk after a press, and while one is set', async () => {
  await open('/dashboard/desk', {
    as: 'administrator',
    size: { width: 360, height: 640 },
    responses: { [LIST]: orderList(first) },
  })
  const search = page.getByRole('textbox', { name: 'Find an order' })
  await expect.element(inStage('New', 1001)).toBeVisible()
  await expect.element(search).not.toBeInTheDocument()
  await button('Find and filter').click()
  await expect.element(search).toHaveFocus()
})

test('Accept all shows the amount to collect, and several orders with unticked lines ask for one confirmation', async () => {
  const begun = (order: Order) => ({
    ...moved(order, 'PACKING'),
    rows: [row('Jowar', { picked: true }), row('Poha', { _id: `poha${order._id}`, picked: false })],
  })
  await openDesk(first, second)
  await expect.element(button('Accept all 2 · ₹360')).toBeVisible()
  const { requests, responses } = await openDesk(begun(first), begun(second))
  responses['POST /api/order/checkouts/stage'] = okResponse({ done: [], refused: [] })
  const question = page.getByRole('dialog', { name: /not ticked/ })
  await button('Packed order #1001').click()
  await expect.element(question.getByRole('listitem')).toHaveTextContent('Poha 2')
  await question.getByRole('button', { name: 'Keep packing' }).click()
  await button('Choose all 2 Packing').click()
  const sent = () => requests.filter(({ call }) => call.startsWith('POST /api/order/checkouts')).length
  const before = sent()
  await button('Packed').click()
  await expect
    .element(page.getByRole('heading', { name: '2 lines are not ticked. Pack without them?' }))
    .toBeVisible()
  await expect.element(question.getByText('#1001 Poha')).toBeVisible()
  await expect.element(question.getByText('#1002 Poha')).toBeVisible()
  expect(sent()).toBe(before)
  await question.getByRole('button', { name: 'They are in the bag' }).click()
  await expect.poll(sent).toBe(before + 1)
  const lines = ({ _id }: Order) => `PUT /api/order/checkout/${_id}/lines`
  for (const order of [first, second]) responses[lines(order)] = okResponse(begun(order))
  await button('Choose all 2 Packing').click()
  await button('Packed').click()
  await question.getByRole('button', { name: 'They are short: ₹160 off the bill' }).click()
  await expect.poll(sent).toBe(before + 2)
  for (const order of [first, second])
    expect(requests.find(({ call }) => call === lines(order))?.body).toEqual({
      version: 2,
      rows: [{ _id: `poha${order._id}`, quantity: 0 }],
    })
})

test('after several orders were moved the focus is on the next one', async () => {
  const { responses } = await openDesk(first, second)
  const both = [moved(first, 'PACKING'), moved(second, 'PACKING')]
  responses['POST /api/order/checkouts/stage'] = () => {
    responses[LIST] = orderList(...both)
    return okResponse({ done: both, refused: [] })
  }
  await button('Accept all 2 · ₹360').click()
  await expect.element(inStage('Packing', 1001)).toHaveFocus()
  await button('Choose all 2 Packing').click()
  await page.getByRole('checkbox', { name: 'Choose order 1002' }).click()
  const packed = [moved(first, 'PACKED', { version: 3 }), moved(second, 'PACKING')]
  responses['POST /api/order/checkouts/stage'] = () => {
    responses[LIST] = orderList(...packed)
    return okResponse({ done: packed.slice(0, 1), refused: [] })
  }
  await button('Packed').click()
  await expect.element(inStage('Packing', 1002)).toHaveFocus()
})

test('an active rider filter is visible on a small phone', async () => {
  await open('/dashboard/desk?rider=Ravi', {
    as: 'administrator',
    size: { width: 360, height: 640 },
    responses: { [LIST]: orderList({ ...first, stage: 'OUT', rider: 'Ravi' }) },
  })
  await expect.element(inStage('On the way', 1001)).toBeVisible()
  const rider = page.getByRole('combobox', { name: 'Taken out by' })
  await expect.element(rider).toHaveValue('Ravi')
  const { left, right } = rider.element().getBoundingClientRect()
  expect([left >= 0, right <= 360], `the filter stands between ${left} and ${right}`).toEqual([true, true])
})

test('the button that delivers an order with a claimed UPI payment says so instead of an amount taken', async () => {
  const out = { stage: 'OUT', collectAmt: 550 } as const
  await openDesk({ ...first, ...out }, { ...second, ...out, problems: ['CLAIM'] })
  await expect.element(button('Delivered order #1001 ₹550 taken')).toBeVisible()
  await expect.element(button('Delivered order #1002 Says it is paid by UPI')).toBeVisible()
})

test('the rider field has the rider of the area, or says that riders are assigned by area', async () => {
  const packed = { ...first, stage: 'PACKED' } as const
  const { responses } = await open('/dashboard/desk', {
    as: 'administrator',
    responses: {
      [LIST]: orderList(packed, second),
      'GET /api/settings/riders': okResponse([
        { name: 'Ravi', pincodes: [packed.delivery_address.pincode] },
        { name: 'Salim' },
      ]),
    },
  })
  await expect
    .element(page.getByRole('combobox', { name: 'Rider' }))
    .toHaveAttribute('placeholder', 'By area')
  responses['GET /api/order/checkout/1001'] = okResponse(packed)
  await inStage('Packed', 1001).click()
  const sheet = page.getByRole('dialog', { name: 'Order #1001' })
  await expect.element(sheet.getByRole('combobox', { name: 'Rider' })).toHaveAttribute('placeholder', 'Ravi')
})
