import { expect, test } from 'vitest'
import { customerSearch } from './customer-search'

test('the URL of the list keeps known parameters and drops others', () => {
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
