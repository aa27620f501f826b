import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '@/features/catalog/api'
import { MAX_QUANTITY } from './api'
import { QuantityStepper } from './quantity-stepper'

const onChange = vi.fn()
const toasted = vi.spyOn(toast, 'error')

beforeEach(() => {
  onChange.mockReset()
  toasted.mockReset()
})

function renderStepper(stock: number, quantity: number) {
  const product = { name: 'Paneer', stock } as Product
  const { unmount } = render(<QuantityStepper product={product} quantity={quantity} onChange={onChange} />)
  return { unmount, increase: screen.getByRole('button', { name: 'One more' }) }
}

test.each([
  { stock: 3, quantity: 3, message: 'Only 3 left in stock' },
  { stock: 3, quantity: 5, message: 'Only 3 left in stock' },
  { stock: 500, quantity: MAX_QUANTITY, message: 'At most 99 of one product' },
])('the stepper stops at $quantity of $stock pieces in stock and says why', async (given) => {
  const { increase, unmount } = renderStepper(given.stock, given.quantity)
  expect(increase.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(increase)
  expect(onChange).not.toHaveBeenCalled()
  expect(toasted).toHaveBeenCalledWith(given.message, expect.anything())
  unmount()
})

test('the quantity of goods sold by weight is their weight', async () => {
  const onion = { name: 'Onion', stock: 5, unit: '250 g', soldBy: 'WEIGHT' } as Product
  const { unmount } = render(<QuantityStepper product={onion} quantity={5} onChange={onChange} />)
  expect(screen.getByRole('status').textContent).toBe('1.25 kg')
  await userEvent.click(screen.getByRole('button', { name: 'One more' }))
  expect(toasted).toHaveBeenCalledWith('Only 1.25 kg left in stock', expect.anything())
  unmount()
})

test('the stepper reaches the last piece in stock', async () => {
  const { increase, unmount } = renderStepper(3, 2)
  expect(increase.getAttribute('aria-disabled')).toBe('false')
  await userEvent.click(increase)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(3)
  expect(toasted).not.toHaveBeenCalled()
  unmount()
})
