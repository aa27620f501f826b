import { expect, test } from 'vitest'
import { isLostCode } from './lost-code'

test('code that did not come is known again, and not by a message that makes the router reload', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/login.js')
  expect(isLostCode(error)).toBe(false)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isLostCode(error)).toBe(true)
  expect(error.message).toBe('The shop did not answer. Check your connection and try again.')
})
