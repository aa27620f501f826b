import { expect, test } from 'vitest'
import { bulkChangeOf, EMPTY_BULK } from './bulk-draft'
import { stepOf } from './product-form'

test('a change of prices is sent only with a valid amount', () => {
  const typed = (amount: string) => bulkChangeOf('price', { ...EMPTY_BULK, amount })
  expect(typed('5')).toEqual({
    field: 'sellingPrice',
    operation: 'raise',
    amount: 5,
    percent: true,
    round: 1,
  })
  for (const wrong of ['', '0', '-5', 'five', '1.234', '1001']) expect(typed(wrong), wrong).toBeUndefined()
})

test('a price is set in rupees, and a discount may be set to 0', () => {
  const draft = { ...EMPTY_BULK, operation: 'set', amount: '0', round: '' } as const
  expect(bulkChangeOf('price', { ...draft, amount: '49.50' })).toEqual({
    field: 'sellingPrice',
    operation: 'set',
    amount: 49.5,
    percent: false,
  })
  expect(bulkChangeOf('discount', draft)).toEqual({
    field: 'discount',
    operation: 'set',
    amount: 0,
    percent: true,
  })
})

test('a stock is changed by whole pieces, and may be set to 0', () => {
  const typed = (pieces: string, operation: 'raise' | 'set' = 'raise') =>
    bulkChangeOf('stock', { ...EMPTY_BULK, pieces, operation })
  expect(typed('12')).toEqual({ field: 'stock', operation: 'raise', pieces: 12 })
  expect(typed('0', 'set')).toEqual({ field: 'stock', operation: 'set', pieces: 0 })
  for (const wrong of ['', '0', '-5', '1.5', 'ten', '1000001']) expect(typed(wrong), wrong).toBeUndefined()
})

test('a sub-category and a unit must be chosen; publishing needs nothing', () => {
  expect(bulkChangeOf('subCategory', EMPTY_BULK)).toBeUndefined()
  expect(bulkChangeOf('unit', { ...EMPTY_BULK, unit: ' 500 g ' })).toEqual({
    field: 'unit',
    setUnit: '500 g',
  })
  expect(bulkChangeOf('unpublish', EMPTY_BULK)).toEqual({ field: 'publish', setPublish: false })
})

test('+10 adds and -3 subtracts; a number without a sign is no step', () => {
  expect(['+10', '-3', '− 3', '+1,000', '10', '+', '+0', '-1.5'].map(stepOf)).toEqual([
    10,
    -3,
    -3,
    1000,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a selling price above the MRP raises the MRP only on confirmation', () => {
  const draft = { ...EMPTY_BULK, amount: '5' }
  expect(bulkChangeOf('price', draft)).not.toHaveProperty('raiseMrp')
  expect(bulkChangeOf('price', { ...draft, raiseMRP: true })).toHaveProperty('raiseMrp', true)
  expect(bulkChangeOf('discount', { ...draft, raiseMRP: true })).not.toHaveProperty('raiseMrp')
})

test('only typed and removed tax fields are sent', () => {
  expect(bulkChangeOf('tax', EMPTY_BULK)).toBeUndefined()
  const tax = { hsn: ' 1006 ', taxCondition: '', gstRate: '5' }
  expect(bulkChangeOf('tax', { ...EMPTY_BULK, tax, clearedTaxFields: ['gstRate'] })).toEqual({
    field: 'tax',
    hsn: '1006',
    gstRate: '',
  })
})
