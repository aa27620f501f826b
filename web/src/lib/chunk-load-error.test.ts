import { expect, test } from 'vitest'
import { isChunkLoadError, markChunkLoadErrors } from './chunk-load-error'

test('a chunk that did not load is recognized, and its error message does not make the router reload', () => {
  markChunkLoadErrors()
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/login.js')
  expect(isChunkLoadError(error)).toBe(false)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isChunkLoadError(error)).toBe(true)
  expect(error.message).toBe('The shop did not answer. Check your connection and try again.')
})

test('the link of a stylesheet that did not load is removed', () => {
  markChunkLoadErrors()
  document.head.innerHTML = '<link rel="stylesheet"><link rel="icon">'
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('error'))
  expect([...document.querySelectorAll('link')].map(({ rel }) => rel)).toEqual(['icon'])
})
