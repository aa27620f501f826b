import { beforeEach, expect, test } from 'vitest'
import { paymentLeft, paymentPage, paymentStarted, startedPayment } from './payment-page'

const shop = 'http://shop.test:8080'

beforeEach(() => sessionStorage.clear())

test('a payment is made on any page over https, or on one of the shop', () => {
  for (const page of ['https://checkout.stripe.com/c/pay/cs_1#x', `${shop}/testpay/tp_1`]) {
    expect(paymentPage(page, { shop })).toBe(page)
  }
})

test('the test page is opened under the name that the shop is open under', () => {
  expect(paymentPage('http://127.0.0.1:8080/testpay/tp_1', { test: true, shop })).toBe(`${shop}/testpay/tp_1`)
})

test('no other address is opened', () => {
  for (const page of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://elsewhere.test/',
    'http://shop.test:80/testpay/tp_1',
    'https://who@elsewhere.test/',
    '/testpay/tp_1',
    '',
  ]) {
    expect(() => paymentPage(page, { shop })).toThrow('Failed to redirect to payment.')
  }
})

test('coming back from an earlier payment leaves the newer one noted', () => {
  paymentStarted('first')
  paymentStarted('second')
  paymentLeft('first')
  expect(startedPayment()).toBe('second')
  paymentLeft('second')
  expect(startedPayment()).toBeUndefined()
})
