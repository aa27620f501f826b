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

test('delivering an order whose money was given back asks for a confirmation', () => {
  const refunded = anOrder('OUT', {}, { payment_status: 'REFUNDED' })
  expect(confirmationReason(refunded, 'DONE')).toBe('REFUNDED')
  expect(confirmationReason(refunded, 'PACKED'), 'no other move asks').toBeUndefined()
  expect(confirmationReason(anOrder('OUT', {}), 'DONE')).toBeUndefined()
})

test('a canceled line whose money was given back asks for no confirmation', () => {
  const canceled = anOrder('OUT', {}, { payment_status: 'REFUNDED', delivery_status: 'CANCELED' })
  expect(confirmationReason(canceled, 'DONE')).toBeUndefined()
})

test('packing asks about unticked lines if any line is ticked', () => {
  expect(confirmationReason(anOrder('PACKING', {}, { picked: false }), 'PACKED')).toBe('UNTICKED')
  expect(confirmationReason(anOrder('PACKING', { picked: false }), 'PACKED'), 'nobody ticks').toBeUndefined()
  expect(confirmationReason(anOrder('PACKING', { picked: false }), 'PACKED', true), 'the list is open').toBe(
    'UNTICKED',
  )
})
