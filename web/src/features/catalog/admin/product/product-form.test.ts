import { expect, test } from 'vitest'
import { parseNumber } from '@/lib/plain-number'
import type { Product } from '../../api'
import {
  changedValues,
  createProductSchema,
  editProductSchema,
  toFormValues,
  toNewProduct,
  toProductInput,
} from './product-form'
import { texts } from './texts'

const product = {
  _id: '65f1c0ffee65f1c0ffee65f1',
  name: 'Tomato, Local',
  discription: 'Ripe.',
  category: { _id: 'vegetables000', name: 'Vegetables' },
  subCategory: { _id: 'daily00000000', name: 'Daily' },
  unit: '500 g',
  stock: 64,
  soldBy: 'PIECE',
  price: 34,
  discount: 6,
  image: ['1', '2', '3', '4', '5'],
  ownImages: true,
  more_details: { Origin: 'Narayangaon' },
  publish: true,
  createdAt: '',
  updatedAt: '',
} as Product
const whole = toFormValues(product)

const editing = editProductSchema({ unit: '1 kg', discription: 'Good.' })
const wrong = (form: typeof createProductSchema | typeof editing, change: Partial<typeof whole>) =>
  form.safeParse({ ...whole, ...change }).error?.issues.map(({ path, message }) => [path[0], message])

test.each(['name', 'discription', 'category', 'subCategory', 'unit', 'stock', 'price', 'discount'] as const)(
  'a new product without its %s gets an error on that field',
  (field) => {
    expect(wrong(createProductSchema, { [field]: ' ' })).toEqual([
      [field, texts.required(texts.labels[field])],
    ])
  },
)

test('a new product has exactly 5 pictures, a changed one 1 to 5', () => {
  const four = product.image.slice(1)
  expect(wrong(createProductSchema, { image: four })).toEqual([['image', 'Please upload exactly 5 images']])
  expect(wrong(editing, { image: four })).toBeUndefined()
  expect(wrong(editing, { image: [] })).toEqual([['image', 'Please upload at least one image']])
  expect(wrong(editing, { image: [...product.image, '6'] })).toEqual([['image', texts.atMostFive]])
})

test('the discount stays below the price, and may be left out of an edit', () => {
  expect(wrong(createProductSchema, { discount: '34' })).toEqual([['discount', texts.discountTooHigh]])
  expect(wrong(createProductSchema, { name: '', discount: '99' })).toContainEqual([
    'discount',
    texts.discountTooHigh,
  ])
  expect(wrong(editing, { discount: '' })).toBeUndefined()
  expect(toProductInput({ ...whole, discount: '' }).discount).toBe(0)
})

test.each([
  ['stock', '2.5'],
  ['stock', '-1'],
  ['stock', '1000001'],
  ['stock', 'many'],
  ['price', '0'],
  ['price', '1.005'],
  ['price', 'free'],
  ['discount', '-1'],
] as const)('%s %s is refused', (field, typed) => {
  expect(wrong(createProductSchema, { [field]: typed })?.[0]?.[0]).toBe(field)
})

test('label fields may be empty; a barcode has no spaces, and every text has a maximum length', () => {
  expect(whole).toMatchObject({ barcode: '', maker: '', origin: '', bestBefore: '', consumerCare: '' })
  expect(wrong(createProductSchema, { barcode: ' 8901030865275 ' })).toBeUndefined()
  expect(wrong(createProductSchema, { barcode: '8901 030' })).toEqual([['barcode', texts.barcodeInvalid]])
  expect(wrong(editing, { origin: 'x'.repeat(61) })).toEqual([
    ['origin', texts.tooLong('Country of origin', 60)],
  ])
  expect(changedValues(product, { ...whole, maker: 'Amul' })).toEqual({ maker: 'Amul' })
  expect(changedValues({ ...product, diet: 'VEG' }, { ...whole, diet: '' })).toEqual({ diet: '' })
})

test('the tax of a product may be left out, and its own rate can be removed', () => {
  const taxed = { ...product, hsn: '0713', gstRate: 5 } as Product
  expect(whole).toMatchObject({ hsn: '', taxCondition: '', gstRate: '' })
  expect(toNewProduct(whole)).not.toHaveProperty('hsn')
  expect(toFormValues(taxed)).toMatchObject({ hsn: '0713', gstRate: '5' })
  expect(toFormValues({ ...product, gstRate: null, sku: 'D-1' })).toMatchObject({ gstRate: '', sku: 'D-1' })
  expect(changedValues(taxed, { ...toFormValues(taxed), gstRate: '' })).toEqual({ gstRate: '' })
})

test('amounts are parsed with the rupee sign, spaces and commas', () => {
  expect(parseNumber('₹ 1,249.50')).toBe(1249.5)
  expect(toProductInput({ ...whole, price: '1,00,000' }).price).toBe(100_000)
})

test('an edit keeps the stored unit, in whichever language it is shown', () => {
  const shown = { ...product, unit: '1 पैकेट', ownUnit: '1 packet' }
  expect(toFormValues(shown).unit).toBe('1 packet')
  expect(changedValues(shown, { ...toFormValues(shown), unit: '2 packets' })).toEqual({ unit: '2 packets' })
})

test('an edit sends only what it changes', () => {
  expect(changedValues(product, whole)).toEqual({})
  expect(changedValues(product, { ...whole, price: '34.00', stock: '70' })).toEqual({ stock: 70 })
  expect(changedValues(product, { ...whole, more_details: [], image: ['2', '1', '3', '4', '5'] })).toEqual({
    more_details: {},
    image: ['2', '1', '3', '4', '5'],
  })
})

test('fields that an imported product lacks may stay empty', () => {
  const bare = editProductSchema({ unit: '', discription: '' })
  expect(wrong(bare, { unit: '', discription: '' })).toBeUndefined()
  expect(wrong(editing, { unit: '', discription: '' })?.map(([field]) => field)).toEqual([
    'discription',
    'unit',
  ])
})

test('a product sold by weight has its stock in kilograms, and its unit is a weight', () => {
  const onion = toFormValues({ ...product, soldBy: 'WEIGHT', unit: '250 g', stock: 7, stockGrams: 1900 })
  expect(onion).toMatchObject({ soldBy: 'WEIGHT', stock: '1.9' })
  expect(
    changedValues(
      { ...product, soldBy: 'WEIGHT', stockGrams: 1900 },
      { ...onion, unit: '500 g', stock: '2.05' },
    ),
  ).toEqual({
    stockGrams: 2050,
  })
  expect(wrong(editing, { soldBy: 'WEIGHT', stock: '0.350' })).toBeUndefined()
  expect(wrong(editing, { soldBy: 'WEIGHT', stock: '0.3501' })).toEqual([['stock', texts.stockInvalid]])
  expect(wrong(editing, { soldBy: 'WEIGHT', unit: '6 pcs' })).toEqual([['unit', texts.stepInvalid]])
})

test('all barcodes are sent when one of them changes', () => {
  const twice = { ...product, barcode: '11', barcodes: ['11', '22'] }
  expect(toFormValues(twice).moreBarcodes).toBe('22')
  expect(changedValues(twice, { ...toFormValues(twice), moreBarcodes: '22, 33' })).toEqual({
    barcodes: ['11', '22', '33'],
  })
  expect(changedValues(twice, { ...toFormValues(twice), moreBarcodes: '' })).toEqual({ barcodes: ['11'] })
})
