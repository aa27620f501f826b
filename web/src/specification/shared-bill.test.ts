import { expect, test } from 'vitest'
import { bills } from '@/features/bill/bill-fixtures'
import { aLine, errorResponse, okResponse, openShop } from './mock-server'
import { anOrder } from './orders'
import { all, open, press, says, toasts, until } from './screen'

const { taxInvoice } = bills
const bill = { ...taxInvoice, buyer: { ...taxInvoice.buyer, name: 'Asha D.', gstin: '', address: '' } }
const upi = { id: 'shop@upi', link: 'upi://pay?am=1382.00', amount: 1382, name: 'Shop', note: '' }
const facts = {
  itemCount: 9,
  collectAmt: 1382,
  refundDue: 0,
  payment_method: 'COD',
  payment_status: 'COD',
  paidBy: '',
  payments: [],
  upi,
  bills: [{ number: bill.number, kind: bill.kind, url: '', creditFor: '', payable: 1382, canceledAt: null }],
  rows: [{ payment_status: 'COD' }],
}
const SHOP = { 'GET /api/settings': okResponse(openShop) }
const SHARED = 'GET /api/bills/shared/token'
const linked = (more = {}) =>
  okResponse({ bill, order: { ...facts, ...more }, endsAt: '2027-02-24T09:00:00Z' })

test('the link of a bill shows it without a login, with a way to pay the open amount', async () => {
  open('/b/token', { responses: { ...SHOP, [SHARED]: linked() } })
  await says(bill.number, 'for Asha D.', 'GST in it', 'Pay ₹1,382', '24 Feb 2027')
  expect(all<HTMLAnchorElement>('a[href^="upi:"]').map(({ href }) => href)).toEqual([upi.link])
})

test('a paid bill has nothing to pay', async () => {
  open('/b/token', {
    responses: { ...SHOP, [SHARED]: linked({ collectAmt: 0, paidBy: 'CASH', upi: undefined }) },
  })
  await says(bill.number, 'Paid in cash')
  expect(all('a[href^="upi:"]')).toEqual([])
})

test('an ended link says so in one sentence', async () => {
  const ended = 'This link opens no bill, or has ended: please ask the shop for the bill.'
  open('/b/token', { responses: { [SHARED]: errorResponse(404, ended, 'no_link') } })
  await says('No bill here', ended)
})

test('staff sends a bill by WhatsApp from the list of orders', async () => {
  const url = 'https://shop.example.in/b/token'
  const billed = aLine({
    checkoutNumber: 1001,
    checkoutTotal: 1382,
    checkoutBills: [
      { ...facts.bills[0], url, issuedAt: '2026-11-26T09:00:00Z', canceledAt: null as unknown as string },
    ] as never,
  })
  open('/dashboard/orders', {
    as: 'administrator',
    responses: {
      ...SHOP,
      'GET /api/order/getAllOrderDetails': okResponse([billed], { totalCount: 1, totalNoPage: 1 }),
    },
  })
  await until(() => {
    const [link] = all<HTMLAnchorElement>('a[href^="https://wa.me/"]')
    expect(new URL(link?.href ?? 'x:').searchParams.get('text') ?? '').toContain(
      `${bill.number}, ₹1,382: ${url}`,
    )
  })
})

test('an expired link that cannot be replaced is reported', async () => {
  const expired = { ...facts.bills[0], issuedAt: '2026-06-26T09:00:00Z' }
  open('/dashboard/myorders', {
    as: 'shopper',
    responses: {
      ...SHOP,
      'GET /api/order/mine': okResponse([anOrder({ bills: [expired] as never })], { totalCount: 1 }),
      'GET /api/order/getOrderDetails': okResponse([aLine()], { totalCount: 1 }),
      [`DELETE /api/bills/${bill.number.replaceAll('/', '-')}/link`]: errorResponse(500),
    },
  })
  await press('Make a new link')
  await toasts('The link could not be made. Please try again.')
})
