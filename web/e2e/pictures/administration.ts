import { apiAs, logInByAPI, type Product, pictures, stock } from '../administration'
import { administrator, expect, shopper, test } from '../shop'
import { fillAddress, logIn } from '../steps'
import { openAndTakeScreenshots, takeScreenshots } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('pictures of categories and sub categories', async ({ page }) => {
  await logInByAPI(page, administrator)
  for (const [path, kind, name] of [
    ['/dashboard/Category', 'Category', 'category'],
    ['/dashboard/subCategory', 'Sub Category', 'sub-category'],
  ] as const) {
    await page.goto(path)
    const edit = page.getByRole('button', { name: /^Edit / }).first()
    await expect(edit).toBeVisible()
    await takeScreenshots(page, name)
    await page.getByRole('button', { name: `Add ${kind}` }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Name is required.')).toBeVisible()
    await takeScreenshots(page, `${name}-add`)
    await page.keyboard.press('Escape')
    await edit.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await takeScreenshots(page, `${name}-edit`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await takeScreenshots(page, `${name}-delete`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.locator('[data-toast]')).toBeVisible()
    await takeScreenshots(page, `${name}-delete-refused`)
    await openAndTakeScreenshots(page, `${path}?q=zzzz`, `${name}-none`)
  }
})

test('pictures of a new product', async ({ page }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await expect(page.getByText('Pictures, 0 of 5')).toBeVisible()
  await takeScreenshots(page, 'upload')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await takeScreenshots(page, 'upload-refused')
  const svg = { name: 'drawing.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await page.locator('[name=image]').setInputFiles([...pictures(3), svg])
  await expect(page.getByText('Pictures, 3 of 5')).toBeVisible()
  await page.route('**/api/file/upload', () => undefined)
  await page.locator('[name=image]').setInputFiles(pictures(1))
  await expect(page.getByRole('progressbar')).toBeVisible()
  await takeScreenshots(page, 'upload-sending')
  await page.getByRole('button', { name: 'Add Field' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takeScreenshots(page, 'upload-field')
  await page.locator('[name=fieldName]').fill('Shelf life')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Field' }).click()
  await page.locator('[name=price]').fill('280')
  await page.locator('[name=discount]').fill('30')
  await takeScreenshots(page, 'upload-filled')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await takeScreenshots(page, 'upload-clear')
})

test('pictures of the products', async ({ page }) => {
  await logInByAPI(page, administrator)
  const call = await apiAs(page)
  const { data: all } = await call<{ data: Product[] }>(
    'GET',
    '/api/product/getAll?q=fruits&page=1&limit=100',
  )
  const image = all.flatMap((product) => product.image).slice(0, 5)
  const { _id, name } = await stock(page, call, { name: 'Fruit Basket', stock: 2, image })
  await openAndTakeScreenshots(page, '/dashboard/products', 'products')
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('textbox', { name: new RegExp(`^Price of ${name}`) }).fill('much')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Price must be an amount')).toBeVisible()
  await takeScreenshots(page, 'products-selected')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takeScreenshots(page, 'product-edit')
  await page.getByRole('dialog').locator('[name=unit]').fill('750 g')
  await page.getByRole('dialog').locator('[name=stock]').fill('70')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await takeScreenshots(page, 'product-edit-leave')
  await page.keyboard.press('Escape')
  await call('PUT', `/api/product/update/${_id}`, { unit: '600 g', price: 57 })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed by someone else')).toBeVisible()
  await takeScreenshots(page, 'product-conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await takeScreenshots(page, 'product-delete')
  await openAndTakeScreenshots(page, '/dashboard/products?q=zzzz', 'products-none')
  await page.route('**/api/product/getAll**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/dashboard/products')
  await expect(page.locator('[data-toast]')).toBeVisible()
  await takeScreenshots(page, 'products-failed')
})

test('pictures of the day and the orders', async ({ page, isMobile }) => {
  await page.goto('/login?redirect=/dashboard/address')
  await logIn(page, shopper)
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  const buy = await apiAs(page, shopper)
  const { data: addresses } = await buy<{ data: { _id: string }[] }>('GET', '/api/address/get')
  const { data: goods } = await buy<{ data: { _id: string }[] }>(
    'GET',
    '/api/product/getAll?inStock=true&sort=discount&page=1&limit=8',
  )
  const call = await apiAs(page)
  for (const [place, { _id: productId }] of goods.entries()) {
    const { data: rows } = await buy<{ data: { _id: string }[] }>('POST', '/api/order/cod', {
      list_items: [{ productId, quantity: 1 + (place % 3) }],
      totalQty: 1 + (place % 3),
      addressId: addresses[0]?._id,
    })
    const status = [undefined, undefined, 'DELIVERED', 'DELIVERED', 'CANCELED'][place]
    if (status) await call('PUT', `/api/order/update-status/${rows[0]?._id}`, { delivery_status: status })
  }
  await logInByAPI(page, administrator)
  await page.goto('/dashboard')
  await expect(page.getByText('Orders today')).toBeVisible()
  await takeScreenshots(page, 'today')
  await page.getByText('Show as a table').click()
  await page.getByText('What waits').scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'today-below')
  await openAndTakeScreenshots(page, '/dashboard/orders', 'orders')
  await page.locator('[name=delivery_status]').first().selectOption('Delivered')
  await expect(page.locator('[data-toast]')).toBeVisible()
  await takeScreenshots(page, 'orders-toast')
  await openAndTakeScreenshots(page, '/dashboard/orders?waits=delivery', 'orders-waiting')
  await openAndTakeScreenshots(page, '/dashboard/orders?q=zzzz', 'orders-none')
  await page.route('**/api/order/getAllOrderDetails**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('alert')).toBeVisible()
  await takeScreenshots(page, 'orders-failed')
  if (isMobile) return
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await takeScreenshots(page, 'account-dropdown-admin')
})
