import { expect, test } from 'vitest'
import { aLine, errorResponse, type MockResponses, okResponse, shopper } from './mock-server'
import { all, button, open, press, says, textOf, toasts, until } from './screen'

const ALL_ORDERS = 'GET /api/order/getAllOrderDetails'
const { _id, name, email, mobile } = shopper
const due = aLine({
  payment_method: 'ONLINE',
  payment_status: 'REFUND DUE',
  delivery_status: 'CANCELED',
  refund_due: 180,
  userId: { _id, name, email, mobile },
})
const flag = 'It was delivered, but the payment never came.'
const flagged = aLine({ _id: 'flagged00000', orderId: 'ORD-9X4P', payment_flag: flag, userId: due.userId })
const well = aLine({ _id: 'well00000000', orderId: 'ORD-3C5D', userId: due.userId })
const number = due.orderId

const orders = (...lines: (typeof due)[]): MockResponses => ({
  [ALL_ORDERS]: okResponse(lines, { totalCount: lines.length, totalNoPage: 1 }),
})

const attention = () => all('[data-attention]').map((note) => textOf(note.querySelector('p') ?? note))

for (const width of [390, 1280]) {
  test(`orders that need attention are marked and say why, ${width} px wide`, async () => {
    open('/dashboard/orders', { as: 'administrator', width, responses: orders(due, flagged, well) })
    await says('3 orders')
    await until(() => expect(attention()).toEqual(['Refund due: ₹180', flag]))
  })

  test(`a refund is made after a confirmation with amount, order and person, ${width} px wide`, async () => {
    const { requests, responses } = open('/dashboard/orders', {
      as: 'administrator',
      width,
      responses: orders(due, well),
    })
    await press(`Refund ${number}`)
    await says(`Give ₹180 for ${due.product_detail.name} of #${due.checkoutNumber} back to ${name}?`)
    await press('Keep the money')
    expect(requests.map(({ call }) => call)).not.toContain(`POST /api/order/refund/${due._id}`)

    const refunded = { ...due, payment_status: 'REFUNDED' as const, refund_due: undefined }
    Object.assign(responses, orders(refunded, well))
    responses[`POST /api/order/refund/${due._id}`] = okResponse(refunded)
    await press(`Refund ${number}`)
    await press('Give it back')
    await toasts(`${number}: Refunded`)
    await until(() => expect(attention()).toEqual([]))
    await button(`Refunded, Payment history of ${number}`)
  })
}

test('a failed refund is reported and still due', async () => {
  const responses = {
    ...orders(due),
    [`POST /api/order/refund/${due._id}`]: errorResponse(502, 'The payment provider refused the refund.'),
  }
  open('/dashboard/orders', { as: 'administrator', responses })
  await press(`Refund ${number}`)
  await press('Give it back')
  await toasts('The payment provider refused the refund.')
  expect(attention()).toEqual(['Refund due: ₹180'])
})

test('a flag is removed once staff has dealt with it', async () => {
  const { responses } = open('/dashboard/orders', { as: 'administrator', responses: orders(flagged) })
  const seen = { ...flagged, payment_flag: undefined }
  responses[`PUT /api/order/unflag/${flagged._id}`] = okResponse(seen)
  await button('ORD-9X4P: seen to')
  Object.assign(responses, orders(seen))
  await press('ORD-9X4P: seen to')
  await toasts('ORD-9X4P: Seen to')
  await until(() => expect(attention()).toEqual([]))
})

test('the payment history has actor, time, change and event of each entry', async () => {
  const at = { createdAt: '2026-01-05T06:30:00Z', userId: _id, userName: name }
  const changes = [
    { _id: 'a', source: 'shopper', from: '', to: 'PENDING', ...at },
    {
      _id: 'b',
      source: 'event',
      from: 'PENDING',
      to: 'PAID',
      eventId: 'evt_1',
      createdAt: '2026-01-05T06:40:00Z',
    },
    { _id: 'c', source: 'administrator', from: 'PAID', to: 'REFUND DUE', ...at, userName: 'Meera Joshi' },
    { _id: 'd', source: 'sweeper', from: 'REFUND DUE', to: 'REFUND DUE', note: 'Refused.', ...at },
  ]
  const history = `GET /api/order/payments/${due._id}`
  const { responses } = open('/dashboard/orders', {
    as: 'administrator',
    responses: { ...orders(due), [history]: errorResponse(500) },
  })
  await press(`Refund due, Payment history of ${number}`)
  await button('Try again')
  responses[history] = okResponse({ provider: 'stripe', reference: 'cs_1', changes })
  await press('Try again')
  await says('Payment provider', 'stripe', 'cs_1')
  await until(() => expect(all('[role=dialog] ol > li')).toHaveLength(4))
  const said = all('[role=dialog] ol > li').map(textOf)
  expect(said[0]).toMatch(/^Payment pending5 January.* · Asha Rao \(Shopper\)$/)
  expect(said[1]).toMatch(/^Payment pending → Paid5 January.* · Payment providerEvent evt_1$/)
  expect(said[2]).toMatch(/^Paid → Refund due.* · Meera Joshi \(Administrator\)$/)
  expect(said[3]).toMatch(/^Refund dueRefused\..*Shop, by asking the provider/)
})
