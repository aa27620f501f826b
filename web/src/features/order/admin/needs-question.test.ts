import { expect, test } from 'vitest'
import type { Checkout } from './checkouts-api'
import { needsQuestion } from './needs-question'

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
  expect(needsQuestion(refunded, 'DONE')).toBe('REFUNDED')
  expect(needsQuestion(refunded, 'PACKED'), 'no other move asks').toBeUndefined()
  expect(needsQuestion(checkout('OUT', {}), 'DONE')).toBeUndefined()
})

test('a line that was canceled with its money given back asks nothing', () => {
  const canceled = checkout('OUT', {}, { payment_status: 'REFUNDED', delivery_status: 'CANCELED' })
  expect(needsQuestion(canceled, 'DONE')).toBeUndefined()
})

test('packing asks about lines without a tick once somebody has begun to tick', () => {
  expect(needsQuestion(checkout('PACKING', {}, { picked: false }), 'PACKED')).toBe('UNTICKED')
  expect(needsQuestion(checkout('PACKING', { picked: false }), 'PACKED'), 'nobody ticks').toBeUndefined()
  expect(needsQuestion(checkout('PACKING', { picked: false }), 'PACKED', true), 'the list is open').toBe(
    'UNTICKED',
  )
})
