import { expect, test } from 'vitest'
import { lineOf } from './file-lines'

test('goods sold by weight are read in grams, and a fraction of a piece is refused', () => {
  const bag = {
    line: 1,
    words: 'PYAZ',
    pack: 0,
    free: 0,
    cost: 28,
    rate: null,
    mrp: null,
    sure: false,
    costIncludesTax: false,
    match: 'UNKNOWN',
  } as const
  const line = { ...bag, count: 0, unit: 'kg', grams: 25_500, proposals: [], notes: [] }
  expect(lineOf(line, { productId: 'onion', byWeight: true, pack: '' })).toMatchObject({
    grams: '25500',
    cost: '28',
  })
  expect(lineOf(line, { productId: 'dal', pack: '1' })).toBeUndefined()
  const bags = { ...bag, count: 2, unit: 'bag', free: 1, cost: 1400, proposals: [], notes: [] }
  expect(lineOf(bags, { productId: 'onion', byWeight: true, pack: '50' })).toMatchObject({
    grams: '100000',
    free: '1000',
    cost: '28',
  })
})

test('cases are converted to pieces, and a line is imported only once product and pack size are known', () => {
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
    costIncludesTax: false,
    match: 'UNKNOWN',
    proposals: [],
  } as const
  const file = { ...line, proposals: [], notes: [] }
  expect(lineOf(file, { pack: '12' })).toBeUndefined()
  expect(lineOf(file, { productId: 'oil', pack: '' })).toBeUndefined()
  expect(lineOf({ ...file, costIncludesTax: true }, { productId: 'oil', pack: '12' })).toMatchObject({
    costIncludesTax: true,
  })
  expect(lineOf(file, { productId: 'oil', pack: '12' })).toMatchObject({
    pieces: '24',
    free: '2',
    cost: '148',
    pack: '12',
    unit: 'cs',
    words: 'MUST OIL',
  })
  expect(lineOf({ ...file, loose: 6 }, { productId: 'oil', pack: '12' })).toMatchObject({
    pieces: '30',
    cost: '148',
  })
  expect(lineOf({ ...file, loose: 6 }, { productId: 'onion', byWeight: true, pack: '50' })).toBeUndefined()
})
