import { beforeEach, expect, test, vi } from 'vitest'
import { loadStripe } from './stripe-script'

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="js.stripe.com"]')]

beforeEach(() => {
  for (const script of scripts()) script.remove()
  // Nothing is fetched here.
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const stub = node as HTMLScriptElement
    stub.type = 'text/plain'
    document.head.appendChild(stub)
  })
})

test('the script is loaded once and told the publishable key', () => {
  const told = vi.fn()
  window.Stripe = told
  loadStripe('pk_test_1')
  loadStripe('pk_test_1')
  expect(scripts()).toHaveLength(1)
  scripts()[0]?.onload?.(new Event('load'))
  expect(told).toHaveBeenCalledWith('pk_test_1')
})

test('a host that cannot be reached, or a key it refuses, harms nothing', () => {
  loadStripe('pk_test_1')
  window.Stripe = () => {
    throw new Error('bad key')
  }
  expect(() => scripts()[0]?.onload?.(new Event('load'))).not.toThrow()
  scripts()[0]?.dispatchEvent(new Event('error'))
  expect(scripts()).toHaveLength(0)
})
