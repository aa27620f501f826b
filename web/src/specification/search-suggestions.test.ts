import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { curd, dairy, milk, okResponse, product } from './mock-server'
import { button, open, press, says, until } from './screen'

const placed = (subCategory: { _id: string; name: string }) => ({ category: dairy, subCategory })
const found = okResponse([product()], {
  totalCount: 1,
  totalNoPage: 1,
  subCategories: [placed(milk), placed(curd)],
})
const none = okResponse([], { totalCount: 0, totalNoPage: 0 })

test('a search lists the sub-categories of its products; choosing one narrows the search, choosing it again widens it', async () => {
  const { address, requests } = open('/search?q=milk', { responses: { 'GET /api/product/getAll': found } })
  await press('milk in Milk')
  await until(() => expect(address()).toBe(`/search?q=milk&subCategory=${milk._id}`))
  await until(() => expect(requests.at(-1)?.query).toContain(`q=milk&subCategory=${milk._id}`))
  await press('Look for milk everywhere, not in Milk alone')
  await until(() => expect(address()).toBe('/search?q=milk'))
})

test('the arrow keys move from the search field through the suggestions and back', async () => {
  const { address } = open('/search?q=milk', { responses: { 'GET /api/product/getAll': found } })
  await says('in Milk', 'in Curd')
  const user = userEvent.setup()
  const focused = () => document.activeElement?.textContent
  document.querySelector<HTMLElement>('input[name=q]')?.focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('milk in Milk')
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(focused()).toBe('milk in Curd')
  await user.keyboard('{ArrowLeft}{ArrowUp}')
  expect(document.activeElement?.getAttribute('name')).toBe('q')
  await user.keyboard('{ArrowDown}{Enter}')
  await until(() => expect(address()).toBe(`/search?q=milk&subCategory=${milk._id}`))
})

test('a search without a result offers similar words, and their products', async () => {
  // The mock server has the same response for both searches: the first reads the count 0, the second the product.
  const both = okResponse([product({ name: 'Broccoli, Ooty' })], { totalCount: 0, nearest: ['broccoli'] })
  open('/search?q=brokoli', { responses: { 'GET /api/product/getAll': both } })
  await says('No products found', 'Did you mean', 'Results for “broccoli”', 'Broccoli, Ooty')
  expect((await button('broccoli')).getAttribute('href')).toBe('/search?q=broccoli')
})

test('a search without a result or similar words says so and offers the categories, no bargains', async () => {
  const { requests } = open('/search?q=xyzzy', { responses: { 'GET /api/product/getAll': none } })
  await says('No products found', 'Nothing is called “xyzzy” here.', 'Look on the shelves', dairy.name)
  expect(requests.filter(({ call }) => call === 'GET /api/product/getAll')).toHaveLength(1)
})
