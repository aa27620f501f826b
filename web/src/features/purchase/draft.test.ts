import { expect, test } from 'vitest'
import { type DraftLine, draftOf, formOf, marginOf, proposedPrice } from './draft'

const product = {
  name: 'Mustard Oil',
  unit: '1 L',
  image: [],
  mrp: 195,
  price: 182,
  rate: 5,
  cost: null,
  stock: 4,
}
const line = (values: Partial<DraftLine>): DraftLine => ({
  key: 'a',
  productId: 'oil',
  product,
  inKilograms: false,
  pieces: '24',
  free: '2',
  cost: '148',
  rate: '5',
  mrp: '195',
  price: '182',
  bestBefore: '',
  ...values,
})

test('free pieces lower the cost of all, and the margin is without tax', () => {
  const margin = marginOf(line({}), { withTax: false, credit: true })
  expect(margin?.cost).toBe(13662)
  expect(margin?.earns).toBe(3672)
  expect(margin?.percent).toBeCloseTo(21.18, 1)
  expect(marginOf(line({ cost: '155.40' }), { withTax: true, credit: true })?.cost).toBe(13662)
  expect(marginOf(line({}), { withTax: false, credit: false })?.cost).toBe(14345)
  expect(marginOf(line({ cost: '' }), { withTax: false, credit: true })).toBeUndefined()
})

test('a price below the cost gets a proposal that is not above the MRP', () => {
  const rice = line({ pieces: '10', free: '', cost: '1195', mrp: '1349', price: '1249' })
  const options = { withTax: false, credit: true }
  expect(marginOf(rice, options)?.earns).toBe(-548)
  expect(proposedPrice(rice, options)).toBe('1321')
  expect(proposedPrice({ ...rice, mrp: '1254' }, options)).toBeUndefined()
})

test('a line in kilograms is saved in grams, and its margin is per step', () => {
  const onion = { ...product, stepGrams: 250, price: 11.25, mrp: 11.25 }
  const weighed = line({
    product: onion,
    inKilograms: true,
    pieces: '25.5',
    free: '0.5',
    cost: '28',
    rate: '0',
    price: '11.25',
  })
  expect(marginOf(weighed, { withTax: false, credit: true })).toMatchObject({ cost: 687, earns: 438 })
  const head = { supplier: 's', bill: '1', date: '2026-11-20', dueAt: '', paperTotal: '', roundOff: '' }
  const save = (pieces: string) =>
    formOf({ ...head, discount: '', withTax: false, lines: [{ ...weighed, pieces }] }).lines?.[0]
  expect(save('25.5')).toMatchObject({ grams: '25500', free: '500', cost: '28' })
  expect(save('25.5')).not.toHaveProperty('pieces')
  expect(save('२५')?.grams).toBe('25000')
  expect(save('1,5')?.grams).toBe('1,5 kg')
  expect(save('')?.grams).toBe('0')
})

test('an unchanged price is not sent', () => {
  const head = { supplier: 's', bill: '1', date: '2026-11-20', dueAt: '', paperTotal: '', roundOff: '' }
  const draft = { ...head, discount: '', withTax: false }
  const [same, dearer] = formOf({ ...draft, lines: [line({}), line({ mrp: '198' })] }).lines ?? []
  expect([same?.mrp, same?.price, dearer?.mrp, dearer?.price]).toEqual(['', '', '198', '182'])
})

test('a saved draft shows the values of the product in empty fields', () => {
  const saved = {
    _id: 'l',
    productId: 'oil',
    product,
    pieces: 0,
    grams: null,
    free: 0,
    cost: null,
    rate: null,
    mrp: null,
    price: null,
  }
  const purchase = {
    supplier: { _id: 's', daysToPay: 15 },
    bill: '',
    date: '2026-11-20',
    dueAt: '2026-12-05',
    paperTotal: null,
    typedRoundOff: -0.4,
    discount: 0,
    lines: [saved],
  }
  const { dueAt, roundOff, lines } = draftOf(purchase as never)
  expect([dueAt, roundOff]).toEqual(['', '-0.4'])
  expect(draftOf({ ...purchase, dueAt: '2026-12-31' } as never).dueAt).toBe('2026-12-31')
  const [shown] = lines
  expect([shown?.pieces, shown?.cost, shown?.rate, shown?.mrp, shown?.price]).toEqual([
    '',
    '',
    '5',
    '195',
    '182',
  ])
})

test('numbers of a line are read in every script and with commas, for its margin and for the server', () => {
  const typed = line({ pieces: '२४', cost: '₹१४८', price: '१८२', mrp: '1,950' })
  expect(marginOf(typed, { withTax: false, credit: true })?.earns).toBe(3672)
  const head = { supplier: 's', bill: '1', date: '2026-11-20', dueAt: '', paperTotal: '', roundOff: '' }
  const [sent] = formOf({ ...head, discount: '', withTax: false, lines: [typed] }).lines ?? []
  expect(sent).toMatchObject({ pieces: '24', cost: '148', price: '182', mrp: '1950' })
})
