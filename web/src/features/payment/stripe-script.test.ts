import { beforeEach, expect, test, vi } from 'vitest'
import { loadStripe } from './stripe-script'

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="js.stripe.com"]')]

beforeEach(() => {
  for (const script of scripts()) script.remove()
  // A script of type text/plain is not fetched.
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const stub = node as HTMLScriptElement
    stub.type = 'text/plain'
    document.head.appendChild(stub)
  })
})

test('the script is loaded once and initialized with the publishable key', () => {
  const stripe = vi.fn()
  window.Stripe = stripe
  loadStripe('pk_test_1')
  loadStripe('pk_test_1')
  expect(scripts()).toHaveLength(1)
  scripts()[0]?.onload?.(new Event('load'))
  expect(stripe).toHaveBeenCalledWith('pk_test_1')
})

test('an unreachable host or a refused key throws nothing', () => {
  loadStripe('pk_test_1')
  window.Stripe = () => {
    throw new Error('bad key')
  }
  expect(() => scripts()[0]?.onload?.(new Event('load'))).not.toThrow()
  scripts()[0]?.dispatchEvent(new Event('error'))
  expect(scripts()).toHaveLength(0)
})
