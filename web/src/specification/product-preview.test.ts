import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enablePreviews } from '@/features/catalog/previewed-product'
import { showPreviewAndNavigate } from '@/features/catalog/shop/product-preview'
import { dairy, okResponse, product } from './mock-server'
import { all, button, open, textOf, until } from './screen'

const salt = product({ name: 'Salt, Iodised & Fine', unit: '1 kg', price: 30, discount: 2 })
const preview = () => all('[aria-hidden="true"] > [inert]')

// As after-load.ts does once the first page has loaded.
enablePreviews(showPreviewAndNavigate)

async function cardOnHome(): Promise<HTMLElement> {
  open('/', { responses: { 'GET /api/product/home': okResponse([{ category: dairy, products: [salt] }]) } })
  return button(salt.name)
}

test('a press on a card shows the name, price and picture of its page at once, until the page is rendered', async () => {
  const card = await cardOnHome()
  fireEvent.click(card)
  expect(all('#content h1').map(textOf)).not.toContain(salt.name)
  expect(preview().map((page) => textOf(page.querySelector('h1') as Element))).toEqual([salt.name])
  expect(textOf(preview()[0] as Element)).toMatch(/₹28/)
  expect(preview()[0]?.querySelector('article img, article svg')).not.toBeNull()
  expect(preview()[0]).toHaveProperty('inert', true)
  await until(() => expect(all('#content h1').map(textOf)).toEqual([salt.name]))
  expect(preview()).toEqual([])
})

test('a press that opens a tab of its own shows no preview', async () => {
  fireEvent.click(await cardOnHome(), { ctrlKey: true })
  expect(preview()).toEqual([])
})

test('a navigation elsewhere ends the preview', async () => {
  const card = await cardOnHome()
  const search = await button('Search')
  fireEvent.click(card)
  expect(preview()).toHaveLength(1)
  fireEvent.click(search)
  await until(() => expect(all('input[name="q"]')).toHaveLength(1))
  expect(preview()).toEqual([])
})
