import { expect, test } from 'vitest'
import { VersionChain } from './version-chain'

test("the latest version follows edits of one's own, not edits of others", () => {
  const chain = new VersionChain()
  chain.record('rice', 'v1', 'v2')
  chain.record('rice', 'v2', 'v3')
  expect(chain.latest('rice', 'v1')).toBe('v3')
  expect(chain.latest('rice', 'v0')).toBe('v0')
  expect(chain.latest('dal', 'v1')).toBe('v1')
})
