import { expect, test } from 'vitest'
import { readRiders, rememberRider } from './riders'

test('the device remembers the last eight riders, each once and the latest first', () => {
  window.history.replaceState(null, '', '/dashboard/desk')
  expect(readRiders()).toEqual([])
  for (const name of ['Bala', 'Ravi; Kumar', 'अनिल', 'Bala']) rememberRider(name)
  expect(readRiders()).toEqual(['Bala', 'अनिल', 'Ravi; Kumar'])
  for (let n = 0; n < 8; n++) rememberRider(`Rider ${n}`)
  expect(readRiders()).toHaveLength(8)
  expect(readRiders()[0]).toBe('Rider 7')
})
