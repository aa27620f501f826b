import { barriers } from './barriers'
import { tooLarge } from './room'
import { expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'never', ownShop: 'setup-list' })

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('a shop is set up with a price list, and says what it took and what it left out', async ({
  page,
  shop,
}) => {
  await page.goto(/Set it up, once, at (http:\S+)/.exec(shop.output())?.[1] ?? '')
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel('Your name').fill('Sunita Joshi')
  await page.getByLabel('Email').fill('sunita@example.in')
  await page.getByRole('textbox', { name: 'Password' }).fill('seven ripe mangoes')
  await next.click()
  await page.getByLabel('Shop name').fill('Ganesh Kirana')
  await page.getByLabel('Phone for customers').fill('98220 41873')
  await next.click()

  await page.getByLabel('Import my list').check()
  await next.click()
  await expect(page.getByText('Please choose a file.')).toBeVisible()
  await page.getByLabel('Price list', { exact: true }).setInputFiles(csv('photo.pdf', 'x'))
  await next.click()
  await expect(page.getByText('Please choose a CSV or XLSX file.')).toBeVisible()
  await page
    .getByLabel('Price list', { exact: true })
    .setInputFiles(csv('nameless.csv', 'MRP,Category', '20,Staples'))
  await expect(page.getByText('nameless.csv is chosen.')).toBeVisible()
  await page.getByLabel('Pieces of each').fill('7')
  expect(await barriers(page), 'the goods').toEqual([])
  await next.click()
  await page.getByRole('button', { name: 'Finish' }).click()

  // The shop is open; what is wrong with the list is said there, and another can be chosen.
  await expect(page.getByRole('heading', { name: 'Ganesh Kirana is open.' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Import a price list' })
  await expect(list.getByRole('alert')).toContainText('nameless.csv')
  await expect(list.getByLabel('Pieces of each')).toHaveValue('7')
  await list
    .getByLabel('Price list', { exact: true })
    .setInputFiles(
      csv(
        'goods.csv',
        'Name,MRP,Category,Shelf',
        'Toor Dal,160,Staples,7',
        'Ghee,,Dairy,8',
        'Salt,20,Staples,9',
      ),
    )
  await list.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(list.getByText('goods.csv: 2 new, 0 changed, 0 as before.')).toBeVisible()
  await expect(list.getByText('1 row was left out')).toBeVisible()
  await expect(list.getByText('Line 3: Ghee')).toBeVisible()
  await expect(list.getByText('Not used: Shelf.')).toBeVisible()
  await expect(page.getByText('2 products', { exact: true })).toBeVisible()
  expect(await barriers(page), 'the report').toEqual([])
  expect(await tooLarge(page)).toEqual([])
  const goods = await (await page.request.get('/api/product/getAll?page=1&limit=10')).json()
  expect(
    goods.data.map(({ name, stock }: { name: string; stock: number }) => `${name} ${stock}`).sort(),
  ).toEqual(['Salt 7', 'Toor Dal 7'])

  // Later lists are imported on the products page.
  await page.goto('/dashboard/products')
  await page.getByRole('button', { name: 'Import a price list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a price list' })
  await dialog
    .getByLabel('Price list', { exact: true })
    .setInputFiles(csv('new.csv', 'Name,MRP,Category', 'Toor Dal,170,Staples'))
  expect(await barriers(page), 'the dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('new.csv: 0 new, 1 changed, 0 as before.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('₹170').first()).toBeVisible()
})
