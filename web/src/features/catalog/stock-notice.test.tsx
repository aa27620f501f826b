import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StockNotice } from './stock-notice'

test.each([
  { product: { stock: 3, unit: '250 g', soldBy: 'PIECE' }, text: 'Only 3 left' },
  { product: { stock: 3, unit: '250 g', soldBy: 'WEIGHT' }, text: 'Only 750 g left' },
] as const)('low stock of goods sold by $product.soldBy: $text', ({ product, text }) => {
  const { unmount } = render(<StockNotice product={product} inCart={0} />)
  expect(screen.getByText(text)).toBeTruthy()
  unmount()
})
