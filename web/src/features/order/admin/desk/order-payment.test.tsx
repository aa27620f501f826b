import { expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { paymentText } from './order-payment'

test('a paid order says by which method it was paid, also one that was sold at the counter', () => {
  const text = (paidBy: Order['paidBy'], payment_method: Order['payment_method'] = 'COD') =>
    paymentText({ payment_status: 'PAID', payment_method, paidBy } as Order)
  expect((['CASH', 'UPI', 'CARD', 'KHATA'] as const).map((paidBy) => text(paidBy))).toEqual([
    'Paid in cash',
    'Paid by UPI',
    'Paid by card',
    'On the khata',
  ])
  expect(text('', 'ONLINE')).toBe('Paid online')
})
