import { expect, test } from 'vitest'
import { customerSearch } from './customer-search'

test('the address of the list keeps what it knows and drops the rest', () => {
  expect(customerSearch({ q: 411, sort: 'spent', area: '411004', page: '3' })).toEqual({
    q: '411',
    sort: 'spent',
    area: '411004',
    page: 3,
  })
  expect(customerSearch({ q: '', sort: 'luck', area: '4110', page: '-2' })).toEqual({
    q: undefined,
    sort: undefined,
    area: undefined,
    page: undefined,
  })
})
