import type { Page } from '@playwright/test'
import { apiAs, stock } from '../administration'
import { axeViolations } from '../axe-violations'
import { overflows } from '../overflow'
import { expect, test } from '../shop'
import { productCards } from '../steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A long list is narrowed by brand, type, size, discount and price; the URL keeps the filters. */

const GOODS = [
  { name: 'Facet Murukku Plain', brand: 'Tokri', type: 'Murukku', unit: '200 g', price: 40, discount: 0 },
  { name: 'Facet Murukku Butter', brand: 'Tokri', type: 'Murukku', unit: '500 g', price: 90, discount: 9 },
  { name: 'Facet Murukku Ribbon', brand: 'Anand', type: 'Ribbon', unit: '200 g', price: 60, discount: 18 },
  { name: 'Facet Murukku Grand', brand: 'Anand', type: 'Murukku', unit: '1 kg', price: 260, discount: 0 },
]

const shown = (page: Page) => productCards(page).getByRole('heading').allTextContents()

test('filters show their counts and are kept in the URL, and Back restores the list', async ({ page }) => {
  const staff = await apiAs(page)
  for (const { brand, type, ...product } of GOODS)
    await stock(page, staff, { ...product, more_details: { Brand: brand, Type: type } })

  await page.goto('/')
  await page.goto('/search?q=facet%20murukku')
  await expect.poll(() => shown(page)).toHaveLength(4)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const brands = drawer.getByRole('group', { name: 'Brand' })
  await expect(brands).toHaveText('BrandAnand2Tokri2')
  await expect(drawer.getByRole('group', { name: 'Type' })).toHaveText('TypeMurukku3Ribbon1')
  await expect(drawer.getByRole('group', { name: 'Pack size' })).toHaveText('Pack size200 g21 kg1500 g1')

  await brands.getByRole('checkbox', { name: /^Tokri/ }).check()
  await expect(page).toHaveURL(/brand=/)
  // Counts apply the other filters only, so other brands keep theirs. A group with a single value is not shown.
  await expect(drawer.getByRole('group', { name: 'Type' })).toHaveCount(0)
  await expect(brands).toHaveText('BrandAnand2Tokri2')
  await expect(drawer.getByRole('button', { name: 'Show 2 products' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  await drawer
    .getByRole('group', { name: 'Pack size' })
    .getByRole('checkbox', { name: /^500 g/ })
    .check()
  await drawer.getByRole('button', { name: 'Show 1 product' }).click()
  await expect.poll(() => shown(page)).toEqual(['Facet Murukku Butter'])

  await test.step('the address keeps them: a reload, and back from the product', async () => {
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(['Facet Murukku Butter'])
    await page.getByRole('link', { name: 'Facet Murukku Butter' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Facet Murukku Butter' })).toBeVisible()
    await page.goBack()
    await expect.poll(() => shown(page)).toEqual(['Facet Murukku Butter'])
    await expect(page.getByRole('button', { name: 'Filters, 2 chosen' })).toBeVisible()
  })

  await test.step('the order of the list is the shopper’s choice', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price, high to low' })
    await expect.poll(async () => (await shown(page))[0]).toBe('Facet Murukku Grand')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price, low to high' })
    await expect.poll(async () => (await shown(page))[0]).toBe('Facet Murukku Plain')
    await expect(page).toHaveURL(/sort=priceAsc/)
  })

  await test.step('discount and price, and all filters off at once', async () => {
    await expect.poll(() => shown(page)).toHaveLength(4)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await drawer.getByRole('radio', { name: /^10 % and more/ }).check()
    await expect(drawer.getByRole('button', { name: 'Show 2 products' })).toBeVisible()
    await drawer.getByRole('radio', { name: /^25 % and more/ }).check()
    await drawer.getByRole('button', { name: 'Show 1 product' }).click()
    await expect.poll(() => shown(page)).toEqual(['Facet Murukku Ribbon'])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Price' }).selectOption({ index: 3 })
    await expect.poll(() => shown(page)).toEqual(['Facet Murukku Grand'])
    await expect(page).toHaveURL(/minPrice=200/)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
  })
})
