import { expect, test } from 'vitest'
import type { Line } from '../../api'
import type { Order } from '../orders-api'
import {
  billOf,
  gramsOf,
  packedTotal,
  replacementTotal,
  returnableLines,
  returnedPieces,
  sumsAfterReturn,
  sumsWith,
  typedGrams,
  untickedLines,
} from './packing'

type Row = {
  price?: number
  name?: string
  quantity?: number
  discount?: number
  unit?: string
  picked?: boolean
  replaces?: string
  splitOf?: string
  returned?: boolean
  delivery_status?: Line['delivery_status']
  payment_status?: Line['payment_status']
}

function row({ price = 100, name = 'Dal', quantity = 1, discount = 0, ...rest }: Row = {}): Line {
  const known: Partial<Line> = {
    _id: name,
    unit: '1 kg',
    orderedQuantity: quantity,
    quantity,
    discount,
    totalAmt: (price - discount) * quantity,
    picked: false,
    delivery_status: 'PENDING',
    payment_status: 'COD',
    product_detail: { name, image: [], price },
    ...rest,
  }
  return known as Line
}

function anOrder(lines: Line[], rest: Partial<Order> = {}): Order {
  const live = lines.filter(({ delivery_status }) => delivery_status !== 'CANCELED')
  const totalAmt = live.reduce((sum, line) => sum + line.totalAmt, 0)
  return {
    stage: 'PACKING',
    rows: lines,
    totalAmt,
    roundOff: 0,
    collectAmt: totalAmt,
    refundDue: 0,
    ...rest,
  } as Order
}

test('a unit of weight has grams, another unit has not', () => {
  expect(['500 g', '1.5kg', '1 KG', ' 250 gm ', '6 x 200 g', '1 L', 'dozen', '0 g'].map(gramsOf)).toEqual([
    500,
    1500,
    1000,
    250,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a weight is typed in grams, or in kilograms with their unit, in any digits', () => {
  expect(['2950', '2950 g', '2.950 kg', '2.95kg', '२.९५० kg'].map(typedGrams)).toEqual(Array(5).fill(2950))
  expect(typedGrams('heavy')).toBeNaN()
})

test('a weighed line costs what it weighs, to the nearest paisa, and never more than was ordered', () => {
  const tomatoes = row({ price: 29.5, unit: '500 g', quantity: 2 })
  expect(packedTotal(tomatoes, { quantity: 2 })).toBe(5900)
  expect(packedTotal(tomatoes, { quantity: 2, grams: 935 })).toBe(5517)
  expect(packedTotal(tomatoes, { quantity: 2, grams: 1200 })).toBe(5900)
  expect(packedTotal(tomatoes, { quantity: 1, grams: 250 })).toBe(1475)
  expect(packedTotal(row({ unit: '1 L' }), { quantity: 1, grams: 10 })).toBe(10000)
})

test('missing pieces lower the amount to collect of a cash order and are a refund due of a paid one', () => {
  const dahi = row({ price: 49.5, quantity: 2, name: 'Dahi' })
  const order = anOrder([dahi, row()])
  expect(sumsWith(order, dahi, packedTotal(dahi, { quantity: 1 }))).toEqual({
    total: 14950,
    collect: 14950,
    refundDue: 0,
  })
  const paid = row({ price: 49.5, quantity: 2, name: 'Dahi', payment_status: 'PAID' })
  const online = anOrder([paid, row({ payment_status: 'PAID' })], { collectAmt: 0 })
  expect(sumsWith(online, paid, 0)).toEqual({ total: 10000, collect: 0, refundDue: 9900 })
})

test('a line packed with no pieces counts again when it is packed later', () => {
  const none = row({ price: 60, quantity: 1, name: 'Eggs', delivery_status: 'CANCELED' })
  expect(sumsWith(anOrder([none, row()]), none, 6000)).toEqual({
    total: 16000,
    collect: 16000,
    refundDue: 0,
  })
})

test('a replacement never costs more than the replaced line', () => {
  const atta = row({ price: 249, name: 'Atta' })
  expect(replacementTotal(atta, { price: 265, discount: 0 }, 1)).toBe(24900)
  expect(replacementTotal(atta, { price: 200, discount: 10 }, 1)).toBe(19000)
  expect(replacementTotal(atta, { price: 90, discount: 0 }, 3)).toBe(24900)
  expect(replacementTotal(row({ price: 100 }), { price: 90, discount: 0 }, 3)).toBe(9999)
})

test('the parts of a bill sum up to its total', () => {
  const lines = [
    row({ price: 56, name: 'Tomato' }),
    { ...row({ price: 49.5, quantity: 2, name: 'Dahi' }), quantity: 1, totalAmt: 49.5 },
    row({ price: 249, name: 'Atta', delivery_status: 'CANCELED' }),
    row({ price: 240, name: 'Sharbati', replaces: 'Atta' }),
    row({ price: 84, name: 'Banana', splitOf: 'Tomato', delivery_status: 'CANCELED' }),
  ]
  const { items, ordered, changes } = billOf(anOrder(lines))
  expect({ items, ordered }).toEqual({ items: 4, ordered: 40400 })
  expect(changes.map(({ name, kind, amount }) => [name, kind, amount])).toEqual([
    ['Dahi', 'short', -4950],
    ['Atta', 'none', -24900],
    ['Sharbati', 'instead', 24000],
  ])
  expect(ordered + changes.reduce((sum, { amount }) => sum + amount, 0)).toBe(5600 + 4950 + 24000)
})

test('canceled and split-off lines cannot be ticked', () => {
  const lines = [
    row({ name: 'Tomato', picked: true }),
    row({ name: 'Dahi' }),
    row({ name: 'Atta', delivery_status: 'CANCELED' }),
    row({ name: 'Eggs', splitOf: 'Tomato' }),
  ]
  expect(untickedLines(anOrder(lines)).map(({ _id }) => _id)).toEqual(['Dahi'])
})

test('returned goods are refunded if paid, or else lower the amount to collect', () => {
  const dal = row({
    price: 33.33,
    quantity: 3,
    name: 'Dal',
    payment_status: 'PAID',
    delivery_status: 'DELIVERED',
  })
  const milk = row({ price: 30, quantity: 2, name: 'Milk', payment_status: 'COD' })
  const done = anOrder([dal, milk], { stage: 'DONE', totalAmt: 159.99, collectAmt: 60, refundDue: 0 })
  expect(returnableLines(done).map(({ _id }) => _id)).toEqual(['Dal', 'Milk'])
  expect(
    sumsAfterReturn(done, [
      { line: dal, quantity: 2 },
      { line: milk, quantity: 1 },
    ]),
  ).toEqual({ total: 6333, collect: 3000, refundDue: 6666 })
  expect(returnableLines(anOrder([dal], { stage: 'PACKED' })), 'nothing has left the shop').toEqual([])
})

test('pieces that came back are counted with their line', () => {
  const dal = row({ name: 'Dal', quantity: 2 })
  const back = row({ name: 'back', quantity: 1, splitOf: 'Dal', returned: true, delivery_status: 'CANCELED' })
  const short = row({ name: 'short', quantity: 5, splitOf: 'Dal', delivery_status: 'CANCELED' })
  expect(returnedPieces(anOrder([dal, back, short]), dal)).toBe(1)
})

test('in a partly paid order an unpaid line changes the amount to collect, a paid one the refund due', () => {
  const cash = row({ name: 'Salt', price: 20, quantity: 2 })
  const upi = row({ name: 'Dal', price: 100, quantity: 3, payment_status: 'PAID' })
  const refunded = row({ name: 'Ghee', price: 500, payment_status: 'REFUNDED' })
  const mixed = anOrder([cash, upi, refunded], { collectAmt: 40, refundDue: 10 })
  expect(sumsWith(mixed, cash, 2_000)).toEqual({ total: 82_000, collect: 2_000, refundDue: 1_000 })
  expect(sumsWith(mixed, upi, 10_000)).toEqual({ total: 64_000, collect: 4_000, refundDue: 21_000 })
  expect(sumsWith(mixed, refunded, 0)).toEqual({ total: 34_000, collect: 4_000, refundDue: 1_000 })
})
