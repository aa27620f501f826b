import { expect, test } from 'vitest'
import { orderSearch } from './order-search'

test('the search parameters have a page, a status and a search text', () => {
  expect(orderSearch({ page: '3', status: 'PENDING', q: '123' })).toEqual({
    page: 3,
    status: 'PENDING',
    q: '123',
  })
})

test('invalid search parameters are left out', () => {
  for (const page of ['0', '1', '-2', 'x', ''])
    expect(orderSearch({ page, status: 'LOST', q: ' ' })).toEqual({})
})
