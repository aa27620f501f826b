import { apiAs, logInByAPI, type NamedRecord, stock } from '../administration'
import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'

type Row = NamedRecord & { price: number; discount: number; stock: number; publish: boolean; unit: string }

test('stock, discounts and prices are changed in the list of products, one or many at once, and undone', async ({
  page,
}) => {
  const call = await apiAs(page)
  const made = []
  for (const name of ['Quinto Malt', 'Quinto Flakes'])
    made.push(await stock(page, call, { name, stock: 20, price: 100 }))
  const [malt] = made
  const read = async (name: string) => {
    const { data } = await call<{ data: Row[] }>(
      'GET',
      `/api/product/getAll?q=${encodeURIComponent(name)}&limit=5`,
    )
    return data.find((row) => row.name === name)
  }
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/products?q=Quinto')

  // A plain number sets the stock; +10 and -3 change it, even if it was changed elsewhere meanwhile.
  const card = page.getByRole('listitem').filter({ hasText: 'Quinto Malt' })
  const field = card.getByRole('textbox', { name: /^Stock of/ })
  await call('PUT', `/api/product/stock/${malt?._id}`, { change: -5 })
  await field.fill('+10')
  await field.press('Enter')
  await expect(page.getByText('Quinto Malt: stock 15 → 25')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Quinto Malt: stock 25 → 15')).toBeVisible()
  await field.fill('-3')
  await field.press('Enter')
  await expect(field).toHaveValue('12')
  await card.getByRole('button', { name: /^10 more of/ }).click()
  await expect(field).toHaveValue('22')
  await field.fill('3 or 4')
  await field.press('Enter')
  await expect(card.getByRole('alert')).toContainText('Type a whole number, or +10 and -3 to add and take.')
  await field.press('Escape')
  await card.getByRole('textbox', { name: /^Discount of/ }).fill('5')
  await card.getByRole('textbox', { name: /^Discount of/ }).press('Enter')
  await expect.poll(async () => (await read('Quinto Malt'))?.discount).toBe(5)

  // The ledger has the reasons.
  await card.getByRole('button', { name: /^Stock history of/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Damaged or gone').first().click()
  await dialog.getByLabel('Pieces that are gone').fill('2')
  await dialog.getByLabel('Note').fill('a torn bag')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('a torn bag')
  await expect(dialog.getByRole('listitem').first()).toContainText('22 → 20')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // A bulk change is previewed, applied and undone.
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change prices' }).click()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByText('Type an amount above 0.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('5')
  await expect(dialog.getByRole('row', { name: /Quinto Flakes/ })).toContainText('above the MRP of ₹100')
  await dialog.getByRole('button', { name: 'Raise the MRP as well' }).click()
  await expect(dialog.getByRole('row', { name: /Quinto Flakes/ })).toContainText('₹105')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expect(page.getByText('2 products changed')).toBeVisible()
  await expect.poll(async () => (await read('Quinto Flakes'))?.price).toBe(105)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 2 products as before')).toBeVisible()
  expect((await read('Quinto Flakes'))?.price).toBe(100)
  const stockOf = async (name: string) => (await read(name))?.stock ?? Number.NaN
  const [flakesBefore, maltBefore] = [await stockOf('Quinto Flakes'), await stockOf('Quinto Malt')]
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByText('Type a whole number of pieces.')).toBeVisible()
  await dialog.getByLabel('Pieces').fill('12')
  await expect(dialog.getByRole('row', { name: /Quinto Flakes/ })).toContainText(`${flakesBefore + 12}`)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  // A toast stays while the pointer is on it; each search shows changed stock within a second.
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect.poll(() => stockOf('Quinto Flakes')).toBe(flakesBefore + 12)
  await expect.poll(() => stockOf('Quinto Malt')).toBe(maltBefore + 12)
  await undo.click()
  await expect.poll(() => stockOf('Quinto Flakes')).toBe(flakesBefore)
  await expect.poll(() => stockOf('Quinto Malt')).toBe(maltBefore)
})

test('the filters of the products are kept in the address', { tag: '@both' }, async ({ page, isMobile }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/products')
  // On a phone the filters are in a drawer.
  const filters = isMobile ? page.getByRole('dialog', { name: 'Filters' }) : page.getByRole('main')
  const filterBy = async (name: string, option: string) => {
    if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
    await filters.getByLabel(name, { exact: true }).selectOption(option)
    expect(await axeViolations(page)).toEqual([])
    if (!isMobile) return
    await filters.getByRole('button', { name: /^Show / }).click()
    await expect(filters).toBeHidden()
  }
  await filterBy('Missing', 'Without picture')
  await expect(page).toHaveURL(/without=picture/)
  await page.reload()
  if (isMobile) await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  else await expect(filters.getByLabel('Missing', { exact: true })).toHaveValue('picture')
  await filterBy('Stock', 'Runs out in 7 days')
  await expect(page).toHaveURL(/stock=ending/)
  expect(await axeViolations(page)).toEqual([])
})

test('one of two categories is merged into the other', async ({ page }) => {
  const call = await apiAs(page)
  for (const name of ['Millet', 'Millets']) await call('POST', '/api/category/add-category', { name })
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/Category')
  await page.getByRole('button', { name: 'Merge Millet into another', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('Merge into is required.')).toBeVisible()
  await dialog.getByLabel('Merge into').selectOption('Millets')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Category merged successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Millet', exact: true })).toHaveCount(0)
})
