import { expect, test } from 'vitest'
import { VersionChain } from './version-chain'

test('own edits follow each other, those of others do not', () => {
  const edits = new VersionChain()
  edits.note('rice', 'v1', 'v2')
  edits.note('rice', 'v2', 'v3')
  expect(edits.latest('rice', 'v1')).toBe('v3')
  expect(edits.latest('rice', 'v0')).toBe('v0')
  expect(edits.latest('dal', 'v1')).toBe('v1')
})
