import { logInByAPI, type Product, picture, tokensOf } from '../administration'
import { axeViolations } from '../axe-violations'
import { overflows } from '../overflow'
import { administrator, expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LIST = [
  'Zorbo Traders, price list November;;;;',
  'Desc1;Rt;Wt;Grp;Pcs',
  'Zorbo Malt;Rs. 1.250,00 only;1/2 kg;DRINKS;12',
  'Zorbo Mustard Oil;149,50/-;0,5L;OILS;30',
  'Zorbo Salt;20,00;1kg;Zorbo Masala;50+',
  'Zorbo Ragi;ask;1 kg;OILS;4',
  'Total;1.419,50;;;',
].join('\r\n')

test('a supplier’s list is imported with its own column and category names, gets pictures, and is undone', async ({
  page,
}) => {
  const { accessToken } = await tokensOf(page, administrator)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/import')
  const steps = page.getByRole('list', { name: 'Steps' })
  const pictures = page.getByRole('region', { name: 'Pictures' })
  await expect(pictures.getByText('With a picture')).toBeVisible()
  const without = async () => {
    const count = pictures.getByText('Without', { exact: true }).locator('..')
    return Number((await count.textContent())?.replace(/\D/g, ''))
  }
  const before = await without()
  const sample = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Our sample list' }).click()
  expect((await sample).suggestedFilename()).toBe('sample-list.csv')

  await page
    .getByLabel('Drop your price list here')
    .setInputFiles({ name: 'zorbo.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByLabel('Desc1 goes to').selectOption({ label: 'Name' })
  await page.getByLabel('Rt goes to').selectOption({ label: 'Selling price' })
  await page.getByLabel('Wt goes to').selectOption({ label: 'Unit' })
  await page.getByLabel('Grp goes to').selectOption({ label: 'Category' })
  await page.getByLabel('Pcs goes to').selectOption({ label: 'Stock' })
  await page.getByRole('button', { name: 'See what happens' }).click()

  // The list's category names differ from the shop's: one is mapped, the others are created.
  const rows = page.getByRole('table', { name: 'What happens to the rows' })
  await expect(rows.getByRole('row', { name: /Zorbo Malt.*New/ })).toContainText('₹1,250')
  await expect(rows.getByRole('row', { name: /Zorbo Ragi.*Skipped/ })).toBeVisible()
  const words = page.getByRole('region', { name: 'New categories' })
  await expect(words.getByRole('combobox')).toHaveCount(3)
  const drinks = words.getByLabel(/^DRINKS/)
  const subCategory = drinks.locator('option', { hasText: ' > ' }).last()
  await expect(subCategory).toBeAttached()
  const home = (await subCategory.textContent()) ?? ''
  await drinks.selectOption(home)
  await expect(drinks).toHaveValue(home)
  await expect(page.getByRole('button', { name: 'Import 3 products' })).toBeEnabled()
  expect(await axeViolations(page), 'the words of the list').toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 3 products' }).click()
  await expect(page.getByRole('region', { name: 'Imported' })).toContainText('3 new, 0 changed.')

  // The next step: pictures for products without one.
  await expect(steps.locator('[aria-current=step]')).toContainText('Pictures')
  await expect.poll(without).toBe(before + 3)
  await pictures
    .getByLabel('Pictures or a zip')
    .setInputFiles(
      ['zorbo-malt.gif', 'Zorbo Mustard Oil.gif'].map((name, place) => picture(name, [40, 90 * place, 200])),
    )
  await expect(pictures.getByText('2 added, 0 there already, 0 to look at, 0 left out.')).toBeVisible()
  await expect.poll(without).toBe(before + 1)
  expect(await axeViolations(page), 'the pictures').toEqual([])
  expect(await overflows(page)).toEqual([])

  const call = async (path: string) =>
    (await page.request.get(path, { headers: { Authorization: `Bearer ${accessToken}` } })).json()
  const { data } = await call('/api/product/getAll?search=zorbo&limit=10')
  const goods = (data as Product[])
    .filter(({ name }) => name.startsWith('Zorbo'))
    .map(({ name, price, unit, stock, category }) => [name, price, unit, stock, category.name].join(', '))
  expect(goods.sort()).toEqual([
    `Zorbo Malt, 1250, 0.5 kg, 12, ${home.split(' > ')[0]}`,
    'Zorbo Mustard Oil, 149.5, 0.5 L, 30, OILS',
    'Zorbo Salt, 20, 1 kg, 50, Zorbo Masala',
  ])

  await page.getByRole('button', { name: 'Undo the import of zorbo.csv' }).click()
  await expect(page.getByText(/^Undone: 0 as before, \d removed\./)).toBeVisible()
})
