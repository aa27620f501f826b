import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { QrCode } from './qr-code'
import { qrCodeText } from './qr-code-text'

afterEach(cleanup)

test.each([
  'upi://pay?pa=ganeshkirana%40upi&pn=Ganesh%20Kirana%20Stores&am=665.50&cu=INR&tr=K1039&tn=Order%201039',
  'https://www.google.com/maps/search/?api=1&query=B-204%2C%20Shivneri%20Society%2C%20411004',
  '1039',
  'गणेश किराणा',
])('another program reads %s from the code', (value) => {
  render(<QrCode value={value} label="Pay by UPI" />)
  const code = screen.getByRole('img', { name: 'Pay by UPI' })
  expect(qrCodeText(code)).toBe(value)
})

test('the code has no inline style, which the content policy refuses', () => {
  const { container } = render(<QrCode value="1039" label="1039" />)
  expect(container.querySelector('[style]')).toBeNull()
})
