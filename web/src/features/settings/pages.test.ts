import { expect, test } from 'vitest'
import { pageBlocks } from './page-blocks'

test('a page is parsed into headings and paragraphs, whatever its line endings', () => {
  expect(
    pageBlocks('We sell.\r\n\r\n# Returns\nWithin 24 hours.\nCall us.\n## Refunds\n\nIn 3 days.\n'),
  ).toEqual([
    { kind: 'paragraph', text: 'We sell.' },
    { kind: 'heading', text: 'Returns' },
    { kind: 'paragraph', text: 'Within 24 hours.\nCall us.' },
    { kind: 'heading', text: 'Refunds' },
    { kind: 'paragraph', text: 'In 3 days.' },
  ])
  expect(pageBlocks('')).toEqual([])
})
