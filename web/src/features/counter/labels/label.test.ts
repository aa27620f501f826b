import { expect, test } from 'vitest'
import type { Product } from '@/features/catalog/api'
import { CatalogIndex } from '../catalog-index'
import { type LabelRule, readWeightLabel } from '../weight-label'
import { copiesOf, labelOf } from './label'
import { labelTexts } from './label-texts'

const rules: LabelRule[] = [{ prefix: '21', kind: 'WEIGHT', item: [3, 7], value: [8, 12], decimals: 3 }]
const byPrice: LabelRule[] = [{ prefix: '22', kind: 'PRICE', item: [3, 6], value: [7, 12], decimals: 2 }]
const onion = {
  _id: 'onion',
  name: 'Onion',
  unit: '250 g',
  soldBy: 'WEIGHT',
  price: 11,
  discount: 1,
  itemCode: '42',
} as Product
const label = (weight: string, given: LabelRule[], product = onion) =>
  labelOf({ product, copies: '1', weight }, given)

test('the counter reads the printed barcode of a weighed portion: its product and weight, or price', () => {
  const weighed = label('0.350', rules)
  expect(weighed).toMatchObject({ grams: 350, price: 1400, perKilogram: 4000 })
  const read = readWeightLabel('code' in weighed ? weighed.code : '', rules)
  expect(read).toEqual({ item: '00042', weight: { grams: 350 } })
  const priced = label('350 g', byPrice)
  expect(readWeightLabel('code' in priced ? priced.code : '', byPrice)).toEqual({
    item: '0042',
    weight: { amount: 1400 },
  })
  const goods = new CatalogIndex([
    {
      _id: 'onion',
      name: 'Onion',
      itemCode: '42',
      grams: 250,
      price: 11,
      discount: 1,
      stock: 4,
      unit: '250 g',
    },
  ] as ConstructorParameters<typeof CatalogIndex>[0])
  expect(goods.withItem(read?.item ?? '')?._id).toBe('onion')
})

test('without a weight it is a shelf label, with the price per kilogram or piece', () => {
  expect(label('', rules)).toMatchObject({ perKilogram: 4000, code: '' })
  expect(label('', [], { ...onion, soldBy: 'PIECE', barcode: '8901030865275' })).toMatchObject({
    price: 1000,
    code: '8901030865275',
  })
})

test.each([
  { name: 'a wrong weight', weight: 'much', given: rules, product: onion, problem: labelTexts.weightWrong },
  { name: 'no rule', weight: '1', given: [], product: onion, problem: labelTexts.noRule },
  {
    name: 'no item code',
    weight: '1',
    given: rules,
    product: { ...onion, itemCode: '' },
    problem: labelTexts.noItemCode,
  },
  {
    name: 'more digits than the rule',
    weight: '100',
    given: rules,
    product: onion,
    problem: labelTexts.tooLong,
  },
])('$name is reported', ({ weight, given, product, problem }) => {
  expect(label(weight, given, product)).toEqual({ problem })
})

test('copies are typed in any digits, and are 1 to 99', () => {
  const copies = ['12', '१२', '0', '', 'many', '1000'].map((text) =>
    copiesOf({ product: onion, copies: text, weight: '' }),
  )
  expect(copies).toEqual([12, 12, 1, 1, 1, 99])
})
