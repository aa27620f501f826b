import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { newBill, withProduct } from '../bills'
import type { OpenBill } from '../counter'
import { sumsOf } from '../sums'
import { BillLines } from './bill-lines'

const drawn = vi.hoisted(() => [] as string[])
vi.mock('@/ui/picture', () => ({
  Picture: ({ name }: { name: string }) => {
    drawn.push(name)
    return null
  },
}))

afterEach(cleanup)

const product = (name: string) => ({
  _id: name,
  name,
  unit: '1 kg',
  price: 40,
  discount: 0,
  stock: 9,
  tax: 0,
})
const act = () => {}

function lines(bill: OpenBill) {
  const acts = { onStep: act, onChoose: act, onAsk: act, onDiscount: act, onWeigh: act, onRemove: act }
  return (
    <BillLines
      bill={bill}
      sums={sumsOf(bill, { roundOff: false, taxes: [], isRegistered: false })}
      {...acts}
    />
  )
}

test('a scan renders the new line and the previously selected one, not the whole bill', () => {
  const bill = ['Atta', 'Tea', 'Salt', 'Soap'].reduce(
    (all, name) => withProduct(all, product(name), 1),
    newBill(),
  )
  const { rerender } = render(lines(bill))
  expect(drawn).toEqual(['Soap', 'Salt', 'Tea', 'Atta'])
  drawn.length = 0
  rerender(lines(withProduct(bill, product('Oil'), 1)))
  expect(drawn).toEqual(['Oil', 'Soap'])
})
