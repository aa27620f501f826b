import { axeViolations } from '../axe-violations'
import { overflows } from '../overflow'
import { expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'never', ownShop: 'setup-list' })

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('a shop is set up with a price list, whose report names what was left out; a later list is checked, imported and undone', async ({
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
  expect(await axeViolations(page), 'the goods').toEqual([])
  await next.click()
  await next.click()
  await page.getByRole('button', { name: 'Later' }).click()

  // The shop is open; errors of the list are shown there, and another list can be chosen.
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
  expect(await axeViolations(page), 'the report').toEqual([])
  expect(await overflows(page)).toEqual([])
  const goods = await (await page.request.get('/api/product/getAll?page=1&limit=10')).json()
  expect(
    goods.data.map(({ name, stock }: { name: string; stock: number }) => `${name} ${stock}`).sort(),
  ).toEqual(['Salt 7', 'Toor Dal 7'])

  // Later lists are imported on a separate page, where columns may have any names.
  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: 'Import a price list' }).click()
  const drop = page.getByLabel('Drop your price list here')
  await drop.setInputFiles(csv('photo.pdf', 'x'))
  await expect(page.getByText('Please choose a CSV or XLSX file.')).toBeVisible()
  expect(await axeViolations(page), 'the file').toEqual([])
  await drop.setInputFiles(
    csv(
      'november.csv',
      'Ganesh Kirana, 14 November',
      '',
      'Item,MRP,Rt,Pack,Stock,Dept,Supplier',
      'Toor Dal,170,165,,9,Staples,Mandi',
      'Salt,2.00,,,4,Staples,Mandi',
      'Poha,60,55,500 g,12,Flakes,Mandi',
      'Ragi,,,1 kg,3,Staples,Mandi',
    ),
  )
  await page.getByLabel('Rt goes to').selectOption({ label: 'Name' })
  await page.getByLabel('Dept goes to').selectOption({ label: 'Category' })
  await page.getByRole('button', { name: 'See what happens' }).click()
  await expect(page.getByText('Another column has this already.').first()).toBeVisible()
  await page.getByLabel('Rt goes to').selectOption({ label: 'Selling price' })
  await page.getByRole('button', { name: 'Set from the list' }).click()
  expect(await axeViolations(page), 'the columns').toEqual([])
  await page.getByRole('button', { name: 'See what happens' }).click()

  // The preview changes nothing; a price change over 50 % must be confirmed.
  const rows = page.getByRole('table', { name: 'What happens to the rows' })
  await expect(rows.getByRole('row', { name: /Toor Dal.*Change/ })).toContainText('₹160')
  await expect(rows.getByRole('row', { name: /Poha.*New/ })).toBeVisible()
  await expect(rows.getByRole('row', { name: /Ragi.*Skipped/ })).toContainText('The product has no price.')
  await expect(rows.getByRole('row', { name: /Salt.*Look/ })).toContainText('₹2')
  await expect(page.getByText('New categories: Flakes > Flakes.')).toBeVisible()
  expect(await axeViolations(page), 'the check').toEqual([])
  expect(await overflows(page)).toEqual([])
  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Every line as a file' }).click()
  expect((await report).suggestedFilename()).toBe('november-report.csv')
  await page.getByRole('button', { name: '₹2 is right' }).click()
  await expect(rows.getByRole('row', { name: /Salt.*Change/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'See what happens' }).click()
  await page.getByRole('button', { name: 'Import 3 products' }).click()
  const result = page.getByRole('region', { name: 'Imported' })
  await expect(result).toContainText('1 new, 2 changed.')
  await expect(result.getByText('New categories: Flakes > Flakes.')).toBeVisible()
  expect(await axeViolations(page), 'the result').toEqual([])

  // Undo from the list of earlier imports keeps products that were edited since.
  await page.getByRole('button', { name: 'Import another list' }).click()
  const earlier = page.getByRole('region', { name: 'Earlier imports' })
  await expect(earlier.getByText('1 new, 2 changed')).toBeVisible()
  await earlier.getByRole('button', { name: 'Undo the import of november.csv' }).click()
  await expect(earlier.getByText('Undone: 2 as before, 1 removed.')).toBeVisible()
  const after = await (await page.request.get('/api/product/getAll?page=1&limit=10')).json()
  expect(
    after.data
      .map(({ name, price, stock }: { name: string; price: number; stock: number }) => [name, price, stock])
      .sort(),
  ).toEqual([
    ['Salt', 20, 7],
    ['Toor Dal', 160, 7],
  ])
})
