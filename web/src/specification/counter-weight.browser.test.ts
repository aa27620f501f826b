import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeviceDB } from '@/features/counter/device-db'
import { axeViolations } from './axe-violations'
import { button, catalog, field, lines, openCounter, sales, scan } from './counter-screen'
import { okResponse } from './mock-server'

beforeEach(() => DeviceDB.remove())

test('goods sold by weight are typed as kilograms or rupees, or scanned from a label of the scale', async () => {
  const { requests } = await openCounter()
  await field().fill('42')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'How much Onion?' })).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByRole('textbox', { name: 'Weight' }).fill('0.350')
  await button('Add 350 g').click()
  await expect.element(lines()).toHaveTextContent('₹15.75')
  await field().fill('42')
  await userEvent.keyboard('{Enter}')
  await button('₹').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await button('Add 444 g').click()
  await expect.element(lines()).toHaveTextContent('₹20')
  scan('2100042006003')
  await expect.element(lines()).toHaveTextContent('600 g')
  await button('600 g').click()
  await button('1 kg').click()
  await expect.element(lines()).toHaveTextContent('₹45')
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹81 paid' })).toBeVisible()
  expect(sales(requests)[0]?.lines).toEqual([
    { productId: 'onion', name: 'Onion', grams: 350, price: 11.25 },
    { productId: 'onion', name: 'Onion', amount: 20, price: 11.25 },
    { productId: 'onion', name: 'Onion', grams: 1000, price: 11.25 },
  ])
})

test('a search for a bill says that the shop issues none', async () => {
  const { body } = catalog()
  const { shop } = (body as { data: { shop: object } }).data
  await openCounter({
    'GET /api/counter/catalog': catalog({ shop: { ...shop, billed: false } }),
    'GET /api/bills': okResponse([]),
  })
  await userEvent.keyboard('{F7}')
  await page.getByRole('textbox', { name: 'Number of the bill, or mobile' }).fill('1042')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No bill fits: this shop makes no bills.')).toBeVisible()
})
