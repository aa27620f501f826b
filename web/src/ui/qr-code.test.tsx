import { cleanup, render, screen } from '@testing-library/react'
import decode from 'qr/decode.js'
import { afterEach, expect, test } from 'vitest'
import { QrCode } from './qr-code'

afterEach(cleanup)

/** Returns the code as an image of four pixels a module, drawn from the SVG's path as a browser would. */
function rasterize(svg: Element): { width: number; height: number; data: Uint8ClampedArray } {
  const scale = 4
  const [left = 0, , side = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const width = side * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < Number(run) * scale; column++) {
        const at = (((Number(y) - left) * scale + row) * width + (Number(x) - left) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return { width, height: width, data }
}

test.each([
  'upi://pay?pa=ganeshkirana%40upi&pn=Ganesh%20Kirana%20Stores&am=665.50&cu=INR&tr=K1039&tn=Order%201039',
  'https://www.google.com/maps/search/?api=1&query=B-204%2C%20Shivneri%20Society%2C%20411004',
  '1039',
  'गणेश किराणा',
])('another program reads %s from the code', (value) => {
  render(<QrCode value={value} label="Pay by UPI" />)
  const code = screen.getByRole('img', { name: 'Pay by UPI' })
  expect(decode(rasterize(code))).toBe(value)
})

test('the code has no inline style, which the content policy refuses', () => {
  const { container } = render(<QrCode value="1039" label="1039" />)
  expect(container.querySelector('[style]')).toBeNull()
})
