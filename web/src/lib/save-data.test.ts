import { expect, test, vi } from 'vitest'
import { savesData } from './save-data'

test.each([
  [undefined, false],
  [{}, false],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('a connection of %j', (connection, spared) => {
  vi.stubGlobal('navigator', { connection })
  expect(savesData()).toBe(spared)
  vi.unstubAllGlobals()
})
