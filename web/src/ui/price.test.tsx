import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriceTag } from './price'

test('a discount tag has whole rupees, and is not shown below one rupee', () => {
  const html = [9.5, 10, 0.75, 0].map((discount) => renderToStaticMarkup(<PriceTag discount={discount} />))
  expect(html.map((tag) => tag.replace(/<[^>]*>/g, ''))).toEqual(['₹9 OFF', '₹10 OFF', '', ''])
})
