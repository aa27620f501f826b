import { toPaise } from '@/lib/money'
import { ownNameOf } from '@/lib/names'
import { parseNumber } from '@/lib/plain-number'
import { asciiDigits } from '@/lib/typed-number'
import type { Measured as WithUnit } from '@/lib/units'
import { z } from '@/lib/zod'
import type { Product } from '../../api'
import { unitGrams } from '../../unit-grams'
import { changedNames } from '../changed-names'
import type { NewProduct, ProductChanges } from './api'
import { texts } from './texts'

/** The maximum number of pictures of a product. A new product needs exactly this many. */
export const MAX_IMAGES = 5
export const MAX_DETAILS = 30
const MAX_STOCK = 1_000_000
const MAX_DETAIL_LENGTH = 1000

function isRupeeAmount(typed: string): boolean {
  const rupees = parseNumber(typed)
  return rupees >= 0 && Math.abs(rupees * 100 - toPaise(rupees)) < 1e-6
}

const { labels } = texts
const required = (label: string) => z.string().check(z.trim(), z.minLength(1, texts.required(label)))
const optional = z.string().check(z.trim())

/** Whole pieces, 0 or more. */
export const stockField = required(labels.stock).check(
  z.refine(
    (typed) => {
      const pieces = parseNumber(typed)
      return typed === '' || (Number.isInteger(pieces) && pieces >= 0 && pieces <= MAX_STOCK)
    },
    { message: texts.stockInvalid },
  ),
)

/** Kilograms with at most three decimals. */
export const kilogramsField = required(labels.stock).check(
  z.refine((typed) => typed === '' || kilogramsToGrams(typed) !== undefined, {
    message: texts.kilogramsInvalid,
  }),
)

/** Whole pieces, or a step: +10, -3. */
export const stockStepField = required(labels.stock).check(
  z.refine((typed) => typed === '' || stepOf(typed) !== undefined || stockField.safeParse(typed).success, {
    message: texts.stockStepInvalid,
  }),
)

/** Returns the step of a text such as +10 or -3; undefined for a plain number. */
export function stepOf(typed: string): number | undefined {
  const text = asciiDigits(typed).replace(/[\s,]/g, '').replace('−', '-')
  const step = /^[+-]\d{1,7}$/.test(text) ? Number(text) : 0
  return step === 0 || Math.abs(step) > MAX_STOCK ? undefined : step
}

/** A price in rupees, greater than 0. */
export const priceField = required(labels.price).check(
  z.refine((typed) => typed === '' || (isRupeeAmount(typed) && parseNumber(typed) > 0), {
    message: texts.priceInvalid,
  }),
)

/** The selling price of one piece in rupees, greater than 0. */
export const sellingPriceField = required(labels.sellingPrice).check(
  z.refine((typed) => typed === '' || (isRupeeAmount(typed) && parseNumber(typed) > 0), {
    message: texts.sellingPriceInvalid,
  }),
)

const isDiscount = z.refine<string>((typed) => typed === '' || isRupeeAmount(typed), {
  message: texts.discountInvalid,
})

/** A discount in rupees, 0 or more. */
export const inlineDiscountField = required(labels.discount).check(isDiscount)

const detailText = z.string().check(
  z.trim(),
  z.minLength(1, texts.fieldTextRequired),
  z.refine((typed) => [...typed].length <= MAX_DETAIL_LENGTH, texts.fieldTextTooLong(MAX_DETAIL_LENGTH)),
)

/** The optional declarations on the packet, with their maximum lengths. */
export const LABEL_LENGTHS = {
  barcode: 60,
  maker: 300,
  origin: 60,
  bestBefore: 100,
  consumerCare: 300,
} as const
export type LabelField = keyof typeof LABEL_LENGTHS

/** The tax fields as typed, with their maximum lengths; the server validates the codes. */
export const TAX_LENGTHS = { hsn: 12, taxCondition: 30, gstRate: 6 } as const
export type TaxField = keyof typeof TAX_LENGTHS

/** The supply fields as typed, with their maximum lengths; the server validates the numbers. */
export const SUPPLY_LENGTHS = { cost: 14, packSize: 6, minStock: 8 } as const
export type SupplyField = keyof typeof SUPPLY_LENGTHS

/** All optional texts with their maximum lengths. The form, its draft and the request are derived from them. */
const OPTIONAL_LENGTHS = {
  sku: 60,
  itemCode: 20,
  diet: 10,
  ...LABEL_LENGTHS,
  ...TAX_LENGTHS,
  ...SUPPLY_LENGTHS,
}
export type OptionalField = keyof typeof OPTIONAL_LENGTHS
const OPTIONAL_FIELDS = Object.keys(OPTIONAL_LENGTHS) as OptionalField[]

/** Builds a record with a value for each optional text. */
export const optionalTexts = <Value>(make: (field: OptionalField) => Value) =>
  Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, make(field)])) as Record<OptionalField, Value>

/** The schema of an optional text. */
export const optionalText = (field: OptionalField) =>
  z.string().check(
    z.trim(),
    z.refine(
      (typed) => [...typed].length <= OPTIONAL_LENGTHS[field],
      texts.tooLong(labels[field], OPTIONAL_LENGTHS[field]),
    ),
  )

const MAX_KILOGRAMS = 100_000

/** Converts typed kilograms to grams; undefined if they are invalid. */
export function kilogramsToGrams(typed: string): number | undefined {
  const grams = parseNumber(typed) * 1000
  const isWhole = Math.abs(grams - Math.round(grams)) < 1e-6
  return grams >= 0 && grams <= MAX_KILOGRAMS * 1000 && isWhole ? Math.round(grams) : undefined
}

/** Splits a text into codes at spaces, commas and line breaks. */
const codesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

const fields = {
  name: required(labels.name),
  names: z.record(z.string(), z.string()),
  discription: required(labels.discription),
  category: required(labels.category),
  subCategory: required(labels.subCategory),
  unit: required(labels.unit),
  soldBy: z.enum(['PIECE', 'WEIGHT']),
  /** Pieces, or kilograms for products sold by weight. */
  stock: required(labels.stock),
  moreBarcodes: z.string().check(z.regex(/^[!-~\s]*$/, texts.barcodeInvalid)),
  price: priceField,
  more_details: z
    .array(z.object({ name: z.string(), text: detailText }))
    .check(z.maxLength(MAX_DETAILS, texts.tooManyFields)),
  publish: z.boolean(),
  ...optionalTexts(optionalText),
  barcode: optionalText('barcode').check(z.regex(/^[!-~]*$/, texts.barcodeInvalid)),
}

type Measured = { soldBy: 'PIECE' | 'WEIGHT'; stock: string; unit: string }
const hasValue =
  (field: keyof Measured) =>
  ({ value }: { value: unknown }) =>
    Boolean((value as Measured)[field])
const isStock = z.refine<Measured>(
  ({ soldBy, stock }) =>
    soldBy === 'PIECE' ? stockField.safeParse(stock).success : kilogramsToGrams(stock) !== undefined,
  { message: texts.stockInvalid, path: ['stock'], when: hasValue('stock') },
)
const isStep = z.refine<Measured>(({ soldBy, unit }) => soldBy === 'PIECE' || unitGrams(unit) !== undefined, {
  message: texts.stepInvalid,
  path: ['unit'],
  when: hasValue('unit'),
})

type Priced = { price: string; discount: string }
const belowPrice = ({ price, discount }: Priced) => !(parseNumber(discount) >= parseNumber(price))
const tooHigh = {
  message: texts.discountTooHigh,
  path: ['discount'],
  // Compare the two as soon as both are filled in.
  when: ({ value }: { value: unknown }) => Boolean((value as Priced).discount && (value as Priced).price),
}

export const createProductSchema = z
  .object({
    ...fields,
    discount: inlineDiscountField,
    image: z.array(z.string()).check(z.length(MAX_IMAGES, texts.exactlyFive)),
  })
  .check(z.refine(belowPrice, tooHigh), isStock, isStep)

/** The texts that an imported product may lack. */
type Lacking = Pick<Product, 'unit' | 'discription'>

/** Returns the schema of an edit: texts that the product has are required, those it lacks are optional. */
export const editProductSchema = ({ unit, discription }: Lacking) =>
  z
    .object({
      ...fields,
      unit: unit ? fields.unit : optional,
      discription: discription ? fields.discription : optional,
      discount: optional.check(isDiscount),
      image: z
        .array(z.string())
        .check(z.minLength(1, texts.atLeastOne), z.maxLength(MAX_IMAGES, texts.atMostFive)),
    })
    .check(z.refine(belowPrice, tooHigh), isStock, isStep)

export type ProductValues = z.infer<typeof createProductSchema>

export const EMPTY_PRODUCT: ProductValues = {
  name: '',
  names: {},
  discription: '',
  category: '',
  subCategory: '',
  unit: '',
  soldBy: 'PIECE',
  stock: '',
  moreBarcodes: '',
  price: '',
  discount: '',
  image: [],
  more_details: [],
  publish: true,
  ...optionalTexts(() => ''),
}

/** The fields to which the server's errors can refer. */
export const PRODUCT_FIELDS: (keyof ProductValues)[] = [
  'image',
  'name',
  'names',
  'discription',
  'category',
  'subCategory',
  'price',
  'discount',
  'unit',
  'soldBy',
  'stock',
  'more_details',
  'publish',
  ...OPTIONAL_FIELDS,
]

export function toFormValues(product: Product): ProductValues {
  const { names, discription, category, subCategory, price, discount, image, publish } = product
  const isWeighed = product.soldBy === 'WEIGHT'
  return {
    name: ownNameOf(product),
    names: names ?? {},
    discription,
    category: category._id,
    subCategory: subCategory._id,
    unit: (product as WithUnit).ownUnit ?? product.unit,
    soldBy: isWeighed ? 'WEIGHT' : 'PIECE',
    stock: String(isWeighed ? (product.stockGrams ?? 0) / 1000 : product.stock),
    moreBarcodes: (product.barcodes ?? []).slice(1).join(' '),
    price: String(price),
    discount: String(discount),
    image,
    more_details: Object.entries(product.more_details ?? {}).map(([title, text]) => ({ name: title, text })),
    publish,
    ...optionalTexts((field) => String(product[field] ?? '')),
  }
}

/** Converts the form's values to the API's input. An empty discount becomes 0. */
export function toProductInput({ moreBarcodes, ...values }: ProductValues): NewProduct {
  const isWeighed = values.soldBy === 'WEIGHT'
  return {
    ...values,
    // Products sold by weight have their stock in grams.
    stock: isWeighed ? 0 : parseNumber(values.stock),
    stockGrams: isWeighed ? kilogramsToGrams(values.stock) : undefined,
    barcodes: [values.barcode, ...codesOf(moreBarcodes)].filter(Boolean),
    price: parseNumber(values.price),
    discount: values.discount === '' ? 0 : parseNumber(values.discount),
    more_details: Object.fromEntries(values.more_details.map(({ name, text }) => [name, text])),
  }
}

/** Converts the form's values to the input of a new product; empty optional fields are omitted. */
export function toNewProduct(values: ProductValues): NewProduct {
  const input = toProductInput(values)
  for (const field of OPTIONAL_FIELDS) if (!input[field]) delete input[field]
  if (Object.keys(values.names).length === 0) delete input.names
  if (input.barcodes?.length === 0) delete input.barcodes
  if (input.soldBy === 'PIECE') delete input.soldBy
  return input
}

/** Returns only the changed fields: an edit of the price must not revert another user's edit of the name. */
export function changedValues(product: Product, values: ProductValues): ProductChanges {
  const before = toProductInput(toFormValues(product))
  const after = toProductInput(values)
  // Pieces sent with the grams would override them: never treat them as changed.
  if (after.soldBy === 'WEIGHT') before.stock = after.stock
  const changed = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof NewProduct]),
    ),
  ) as ProductChanges
  if (changed.names) changed.names = changedNames(product.names, values.names)
  return changed
}
