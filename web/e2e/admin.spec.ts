import { elsewhere, enter, type Named, type Product, picture, pictures, stock } from './administration'
import { shopperWithAddress } from './ordering'
import { administrator, expect, shopper, test } from './shop'
import { logIn } from './steps'

const ADMINISTRATION = ['Category', 'subCategory', 'uploadProduct', 'products', 'orders']

test('nobody but an administrator may see a page of the administration', async ({ page }) => {
  const refused = page.getByRole('heading', { name: 'Do not have Permission' })
  for (const name of ADMINISTRATION) {
    await page.goto(`/dashboard/${name}`)
    await expect(refused, `${name}, to a stranger`).toBeVisible()
  }
  await enter(page, shopper)
  for (const name of ADMINISTRATION) {
    await page.goto(`/dashboard/${name}`)
    await expect(refused, `${name}, to a shopper`).toBeVisible()
  }
})

test('a category is added, changed, put in order by keys and removed', async ({ page }) => {
  await enter(page, administrator)
  const call = await elsewhere(page)
  await page.goto('/dashboard/Category')
  const names = page.getByRole('list', { name: 'Category' }).getByRole('heading')
  await expect(names.first()).toBeVisible()
  const count = await names.count()

  await page.getByRole('button', { name: 'Add Category' }).click()
  const dialog = page.getByRole('dialog')
  const file = dialog.locator('[name=image]')
  await expect(file).toBeDisabled()
  await dialog.locator('[name=name]').fill('Mithai')
  await expect(file).toBeEnabled()
  await file.setInputFiles(picture('mithai.gif', [200, 120, 40]))
  await expect(page.getByText('Upload successful')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category added successfully')).toBeVisible()
  await expect(names.last()).toHaveText('Mithai')

  await page.getByRole('button', { name: 'Edit Mithai' }).click()
  await dialog.locator('[name=name]').fill('Mithai & Farsan')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category updated successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Move Mithai & Farsan' }).press('ArrowLeft')
  await expect(page.getByText(`Mithai & Farsan is now ${count} of ${count + 1}.`)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move Mithai & Farsan' })).toBeFocused()
  const saved = async () => (await call<{ data: Named[] }>('GET', '/api/category/get')).data[count - 1]
  await expect.poll(saved).toMatchObject({ name: 'Mithai & Farsan' })
  await page.reload()
  await expect(names.nth(count - 1)).toHaveText('Mithai & Farsan')

  await page.getByRole('textbox', { name: 'Search categories...' }).fill('zzzz')
  await expect(page.getByText('No matching categories found')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search categories...' }).fill('farsan')
  await expect(names).toHaveText(['Mithai & Farsan'])
  await page.getByRole('button', { name: 'Delete Mithai & Farsan' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No matching categories found')).toBeVisible()
})

test('sub categories come five a page; one is added, moved to another category and removed', async ({
  page,
}) => {
  await enter(page, administrator)
  const call = await elsewhere(page)
  const { data: all } = await call<{ data: Named[] }>('POST', '/api/subCategory/get', {})
  await page.goto('/dashboard/subCategory')
  const shown = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(shown).toHaveText(`Showing 1 to 5 of ${all.length} entries`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(shown).toHaveText(`Showing 6 to 10 of ${all.length} entries`)
  await expect(page.getByRole('link', { name: '2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(shown).toHaveText(`Showing 1 to 5 of ${all.length} entries`)

  await page.getByRole('button', { name: 'Add Sub Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const field of ['Name', 'Image', 'Category'])
    await expect(dialog.getByText(`${field} is required.`)).toBeVisible()
  await dialog.locator('[name=name]').fill('Barfi')
  await dialog.locator('[name=category]').selectOption({ index: 1 })
  await dialog.locator('[name=image]').setInputFiles(picture('barfi.gif', [220, 200, 150]))
  await expect(page.getByText('Upload successful')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Subcategory added successfully')).toBeVisible()
  await expect(shown).toHaveText(`Showing 1 to 5 of ${all.length + 1} entries`)

  await page.getByRole('textbox', { name: 'Search sub categories...' }).fill('barfi')
  await expect(shown).toHaveText('Showing 1 to 1 of 1 entries')
  await page.getByRole('button', { name: 'Edit Barfi' }).click()
  const chosen = await dialog.locator('[name=category] option').nth(2).textContent()
  await dialog.locator('[name=category]').selectOption({ index: 2 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Subcategory updated successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(chosen ?? '')

  await page.getByRole('button', { name: 'Delete Barfi' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No Data')).toBeVisible()
})

test('a product needs five pictures, takes fields of its own, and is on sale at once', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  const file = page.locator('[name=image]')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Please upload exactly 5 images').first()).toBeVisible()
  await file.setInputFiles(pictures(6))
  await expect(page.getByText('You can only upload 5 more image')).toBeVisible()
  await file.setInputFiles(pictures(3))
  await expect(page.getByText('3 image(s) uploaded successfully')).toBeVisible()
  await file.setInputFiles(pictures(3))
  await expect(page.getByText('You can only upload 2 more image')).toBeVisible()
  await file.setInputFiles(pictures(2))
  await expect(page.getByText('Pictures, 5 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Move picture 5', exact: true }).press('ArrowLeft')
  await expect(page.getByText('Picture 5 is now 4 of 5.')).toBeAttached()
  await page.getByRole('button', { name: 'Move picture 1', exact: true }).hover()
  await page.mouse.down()
  await page.getByRole('button', { name: 'Move picture 3', exact: true }).hover()
  await page.mouse.up()
  await expect(page.getByText('Picture 1 is now 3 of 5.')).toBeAttached()

  await page.locator('[name=name]').fill('Kaju Katli')
  await page.locator('[name=discription]').fill('Cashew and sugar.\nNothing else.')
  await page.locator('[name=category]').selectOption({ label: 'Fruits' })
  await page.locator('[name=subCategory]').selectOption({ index: 1 })
  await page.locator('[name=unit]').fill('250 g')
  await page.locator('[name=price]').fill('280')
  await page.locator('[name=discount]').fill('30')
  await page.locator('[name=stock]').fill('12')
  await page.getByRole('button', { name: 'Add Field' }).click()
  await page.locator('[name=fieldName]').fill('Shelf life')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Field' }).click()
  await page.getByLabel('Shelf life', { exact: true }).fill('20 days')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Product created successfully!')).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue('')

  await page.goto('/search?q=kaju+katli')
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Kaju Katli' }) })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kaju Katli' })).toBeVisible()
  await expect(page.getByText('12 Available')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Shelf life 20 days' })).toBeVisible()
  await expect(page.getByText('₹250').first()).toBeVisible()
})

test('products are searched, changed where they stand, and published many at once', async ({ page }) => {
  await enter(page, administrator)
  const call = await elsewhere(page)
  const one = await stock(page, call, { name: 'Jalebi, Crisp' })
  const other = await stock(page, call, { name: 'Jalebi, Soft' })
  const { totalNoPage } = await call<{ totalNoPage: number }>('GET', '/api/product/getAll?page=1&limit=12')
  const asItIs = async ({ _id }: Product) =>
    (await call<{ data: Product }>('POST', '/api/product/getProductById', { productId: _id })).data

  await page.goto('/dashboard/products')
  const shown = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(shown).toHaveText(`Page 1 of ${totalNoPage}`)
  const cards = page.getByRole('listitem').filter({ has: page.locator('[name=ids]') })
  await expect(cards).toHaveCount(12)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(shown).toHaveText(`Page 2 of ${totalNoPage}`)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high first')
  const dearest = await call<{ data: Product[] }>('GET', '/api/product/getAll?sort=priceDesc&page=1&limit=12')
  await expect(cards.getByRole('heading')).toHaveText(dearest.data.map(({ name }) => name))
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Usual order')
  await page.getByRole('textbox', { name: 'Search products...' }).fill('jalebi')
  await expect(cards).toHaveCount(2)
  await expect(shown).toHaveText('Page 1 of 1')

  const saved = page.getByText('Product updated successfully!')
  await page.getByRole('textbox', { name: `Stock of ${one.name}` }).fill('0')
  await page.getByRole('textbox', { name: `Stock of ${one.name}` }).press('Enter')
  await expect(saved.first()).toBeVisible()
  await page.getByRole('textbox', { name: `Price of ${one.name}` }).fill('much')
  await page.getByRole('textbox', { name: `Price of ${one.name}` }).press('Enter')
  await expect(page.getByText('Price must be an amount in rupees, more than 0.')).toBeVisible()
  await page.getByRole('textbox', { name: `Price of ${one.name}` }).fill('45.50')
  await page.getByRole('textbox', { name: `Price of ${one.name}` }).press('Enter')
  await expect.poll(() => asItIs(one)).toMatchObject({ stock: 0, price: 45.5, publish: true })
  await page.getByRole('checkbox', { name: `Publish ${one.name}` }).uncheck()
  await expect.poll(() => asItIs(one)).toMatchObject({ stock: 0, price: 45.5, publish: false })

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(cards.filter({ hasText: 'Not published' })).toHaveCount(2)
  expect(await asItIs(other)).toMatchObject({ publish: false })
  // An administrator finds in the shop what shoppers do not.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/search?q=jalebi')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
})

test('two administrators who change one product both see what the other made of it', async ({ page }) => {
  await enter(page, administrator)
  const colleague = await elsewhere(page)
  const { _id, name } = await stock(page, colleague, { name: 'Gulab Jamun' })
  await page.goto('/dashboard/products?q=gulab')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Discount (%)')).toBeVisible()
  await dialog.locator('[name=unit]').fill('750 g')
  await dialog.locator('[name=stock]').fill('70')
  await colleague('PUT', `/api/product/update/${_id}`, { unit: '600 g', price: 57 })

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Changed by someone else')).toBeVisible()
  const unit = dialog.getByRole('group', { name: 'Unit' })
  await expect(unit.getByText('600 g')).toBeVisible()
  await expect(unit.getByText('750 g')).toBeVisible()
  await unit.getByRole('radio', { name: /Yours/ }).check()
  for (const group of await dialog.getByRole('group').all()) {
    const isPrice = await group.getByText('Price (MRP)').isVisible()
    await group.getByRole('radio', { name: isPrice ? /Now/ : /Yours/ }).check()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { data } = await colleague<{ data: Product }>('POST', '/api/product/getProductById', {
    productId: _id,
  })
  expect(data).toMatchObject({ unit: '750 g', price: 57, stock: 70 })
})

test('a product is deleted once one is sure; whoever comes second is told', async ({ page }) => {
  await enter(page, administrator)
  const colleague = await elsewhere(page)
  const first = await stock(page, colleague, { name: 'Peda, Plain' })
  const second = await stock(page, colleague, { name: 'Peda, Saffron' })
  await page.goto('/dashboard/products?q=peda')
  const sure = page.getByRole('alertdialog', { name: 'Permanent Delete' })

  await page.getByRole('button', { name: `Delete ${first.name}` }).click()
  await expect(sure).toContainText('Are you sure you want to permanently delete this item?')
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: first.name })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${first.name}` }).click()
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Product deleted successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: first.name })).toBeHidden()

  await colleague('DELETE', `/api/product/delete/${second._id}`)
  await page.getByRole('button', { name: `Delete ${second.name}` }).click()
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Product not found. It may have already been deleted.')).toBeVisible()
  await expect(page.getByText('No Data')).toBeVisible()
})

test("the day's numbers count an order that has just been placed", async ({ page }) => {
  const call = await elsewhere(page)
  const product = await stock(page, call, { name: 'Soan Papdi', price: 120 })
  await page.goto('/login?redirect=/dashboard')
  await logIn(page, administrator)
  const number = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  await expect(number('Orders today')).toBeVisible()
  const before = Number.parseInt((await number('Orders today').textContent()) ?? '', 10)
  const waiting = Number.parseInt((await number('Lines to deliver').textContent()) ?? '', 10)

  await (await shopperWithAddress(page)).order([{ _id: product._id, quantity: 2 }])
  await page.reload()
  await expect(number('Orders today')).toHaveText(new RegExp(`^${before + 1}\\D`))
  await expect(number('Lines to deliver')).toHaveText(`${waiting + 1}`)
  await expect(page.getByText(/^Good (morning|afternoon|evening), /)).toBeVisible()
})
