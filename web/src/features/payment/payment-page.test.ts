import { beforeEach, expect, test } from 'vitest'
import { clearStartedPayment, paymentPageUrl, saveStartedPayment, startedPayment } from './payment-page'

const origin = 'http://shop.test:8080'

beforeEach(() => sessionStorage.clear())

test('a payment page has an https URL or the shop’s origin', () => {
  for (const page of ['https://checkout.stripe.com/c/pay/cs_1#x', `${origin}/testpay/tp_1`]) {
    expect(paymentPageUrl(page, { origin })).toBe(page)
  }
})

test('the test page is opened under the origin of the current page', () => {
  expect(paymentPageUrl('http://127.0.0.1:8080/testpay/tp_1', { test: true, origin })).toBe(
    `${origin}/testpay/tp_1`,
  )
})

test('any other URL is refused', () => {
  for (const page of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://elsewhere.test/',
    'http://shop.test:80/testpay/tp_1',
    'https://who@elsewhere.test/',
    '/testpay/tp_1',
    '',
  ]) {
    expect(() => paymentPageUrl(page, { origin })).toThrow('Failed to redirect to payment.')
  }
})

test('coming back from an earlier payment keeps the newer one stored', () => {
  saveStartedPayment('first')
  saveStartedPayment('second')
  clearStartedPayment('first')
  expect(startedPayment()).toBe('second')
  clearStartedPayment('second')
  expect(startedPayment()).toBeUndefined()
})
