import { expect, test } from 'vitest'
import { lineOf } from './file-lines'

test('cases become pieces, and nothing is taken until product and pack are said', () => {
  const line = {
    line: 3,
    words: 'MUST OIL',
    count: 2,
    unit: 'cs',
    pack: 0,
    free: 2,
    cost: 1776,
    rate: 5,
    mrp: null,
    sure: false,
    match: 'UNKNOWN',
    proposals: [],
  } as const
  const file = { ...line, proposals: [] }
  expect(lineOf(file, { pack: '12' })).toBeUndefined()
  expect(lineOf(file, { productId: 'oil', pack: '' })).toBeUndefined()
  expect(lineOf(file, { productId: 'oil', pack: '12' })).toMatchObject({
    pieces: '24',
    free: '2',
    cost: '148',
    pack: '12',
    words: 'MUST OIL',
  })
})
