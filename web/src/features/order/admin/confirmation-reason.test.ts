import { expect, test } from 'vitest'
import { confirmationReason } from './confirmation-reason'
import type { Order } from './orders-api'

type Line = Partial<Order['rows'][number]>

const anOrder = (stage: Order['stage'], ...lines: Line[]) =>
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
  }) as Order

test('an order whose money was given back is asked about before it is delivered after all', () => {
  const refunded = anOrder('OUT', {}, { payment_status: 'REFUNDED' })
  expect(confirmationReason(refunded, 'DONE')).toBe('REFUNDED')
  expect(confirmationReason(refunded, 'PACKED'), 'no other move asks').toBeUndefined()
  expect(confirmationReason(anOrder('OUT', {}), 'DONE')).toBeUndefined()
})

test('a line that was canceled with its money given back asks nothing', () => {
  const canceled = anOrder('OUT', {}, { payment_status: 'REFUNDED', delivery_status: 'CANCELED' })
  expect(confirmationReason(canceled, 'DONE')).toBeUndefined()
})

test('packing asks about lines without a tick once somebody has begun to tick', () => {
  expect(confirmationReason(anOrder('PACKING', {}, { picked: false }), 'PACKED')).toBe('UNTICKED')
  expect(confirmationReason(anOrder('PACKING', { picked: false }), 'PACKED'), 'nobody ticks').toBeUndefined()
  expect(confirmationReason(anOrder('PACKING', { picked: false }), 'PACKED', true), 'the list is open').toBe(
    'UNTICKED',
  )
})
