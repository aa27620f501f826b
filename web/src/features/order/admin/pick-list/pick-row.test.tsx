import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PickRow } from './pick-row'

test('goods sold by weight are picked by their weight, not by steps', () => {
  const line = {
    productId: 'onion',
    name: 'Onion',
    unit: '250 g',
    image: [],
    stepGrams: 250,
    stock: 2,
    quantity: 8,
    split: [
      { letter: 'A', row: 'a1', quantity: 6, picked: false, wish: 'REMOVE' as const },
      { letter: 'B', row: 'b1', quantity: 2, picked: false, wish: 'REMOVE' as const },
    ],
  }
  const row = renderToStaticMarkup(<PickRow line={line} state="none" onTick={() => {}} />)
  expect(row).toContain('aria-label="2 kg Onion picked"')
  expect(row).not.toContain('×')
  expect(row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(
    '2 kg Onion 500 g left beside these A 1.5 kg B 500 g',
  )
})
