import { expect, test } from 'vitest'
import type { Checkout } from './checkouts-api'
import { confirmationReason } from './confirmation-reason'

type Line = Partial<Checkout['rows'][number]>

const checkout = (stage: Checkout['stage'], ...lines: Line[]) =>
  ({
    stage,
    rows: lines.map((line, index) => ({
      _id: `row${index}`,
      quantity: 1,
      picked: true,
      delivery_status: 'PENDING',
      payment_status: 'PAID',
      ...line,
    })),
  }) as Checkout

test('an order whose money was given back is asked about before it is delivered after all', () => {
  const refunded = checkout('OUT', {}, { payment_status: 'REFUNDED' })
  expect(confirmationReason(refunded, 'DONE')).toBe('REFUNDED')
  expect(confirmationReason(refunded, 'PACKED'), 'no other move asks').toBeUndefined()
  expect(confirmationReason(checkout('OUT', {}), 'DONE')).toBeUndefined()
})

test('a line that was canceled with its money given back asks nothing', () => {
  const canceled = checkout('OUT', {}, { payment_status: 'REFUNDED', delivery_status: 'CANCELED' })
  expect(confirmationReason(canceled, 'DONE')).toBeUndefined()
})

test('packing asks about lines without a tick once somebody has begun to tick', () => {
  expect(confirmationReason(checkout('PACKING', {}, { picked: false }), 'PACKED')).toBe('UNTICKED')
  expect(confirmationReason(checkout('PACKING', { picked: false }), 'PACKED'), 'nobody ticks').toBeUndefined()
  expect(confirmationReason(checkout('PACKING', { picked: false }), 'PACKED', true), 'the list is open').toBe(
    'UNTICKED',
  )
})
