import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SetupDone } from './setup-done'
import { EMPTY_SETUP } from './setup-values'

afterEach(cleanup)

test.each([
  ['https://ganesh.example', false],
  ['http://192.168.1.20:8080', false],
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
])('a shop at %s opens on this machine alone: %s', (publicUrl, alone) => {
  const choices = { demoProducts: 0, demoCategories: 0, online: false, publicUrl, languages: [] }
  const { container } = render(<SetupDone values={EMPTY_SETUP} choices={choices} listSlot={() => null} />)
  expect(container.textContent?.includes(`${publicUrl} opens on this machine alone.`)).toBe(alone)
  expect(container.querySelector('a[href="/dashboard/poster"]')).not.toBeNull()
})
