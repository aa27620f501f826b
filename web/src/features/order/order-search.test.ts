import { expect, test } from 'vitest'
import { orderSearch } from './order-search'

test('an address names a page, a status and words', () => {
  expect(orderSearch({ page: '3', status: 'PENDING', q: '123' })).toEqual({
    page: 3,
    status: 'PENDING',
    q: '123',
  })
})

test('what makes no sense is left out', () => {
  for (const page of ['0', '1', '-2', 'x', ''])
    expect(orderSearch({ page, status: 'LOST', q: ' ' })).toEqual({})
})
