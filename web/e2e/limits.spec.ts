import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { apiAs, logInByAPI, type Product, picture, pictures } from './administration'
import { administrator, expect, shopper, test } from './shop'
import { newShopper } from './steps'

// Its categories with unusual names must not affect other tests.
test.use({ ownShop: 'limits' })

/** Unexpected input is shown unchanged, or refused with a sentence. */

const script = '<script>window.ran=1</script><img src=/x onerror=window.ran=1>'
const emoji = 'Aam 🥭👨‍👩‍👧'
const rightToLeft = 'תפוחי אדמה طماطم'
const odd = `${emoji} ${rightToLeft} ${script}`
const tooLong = 'x'.repeat(10_000)

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'ran' in window), 'a text ran as a script').toBe(false)
})

async function fillAll(page: Page, text: string, names: string[]) {
  for (const name of names) await page.locator(`[name=${name}]`).fill(text)
}

test('a script, emoji and right-to-left text in a name and an address are shown as text', async ({
  page,
}) => {
  const who = { ...newShopper(), name: odd }
  await page.goto('/register')
  await fillAll(page, script, ['name', 'email', 'password', 'confirmPassword'])
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await fillAll(page, odd, ['name'])
  await fillAll(page, who.email, ['email'])
  await fillAll(page, who.password, ['password', 'confirmPassword'])
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).not.toHaveURL(/\/register/)

  await page.goto('/dashboard/profile')
  await expect(page.locator('[name=name]')).toHaveValue(odd)
  await fillAll(page, script, ['email', 'mobile'])
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Mobile number must have exactly 10 digits.')).toBeVisible()

  await page.goto('/dashboard/address')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await fillAll(page, odd, ['address_line', 'city', 'state', 'pincode', 'country', 'mobile'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(odd)
})

test('a text of 10,000 characters is refused in a sentence, and stays in its field', async ({ page }) => {
  const refused = page.getByText('Name can have at most 100 characters.')
  await logInByAPI(page, shopper)
  await page.goto('/dashboard/profile')
  await fillAll(page, tooLong, ['name'])
  await fillAll(page, '9876543210', ['mobile'])
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(refused.last()).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue(tooLong)

  await page.goto('/dashboard/address')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await fillAll(page, tooLong, ['address_line', 'city', 'state', 'pincode', 'country', 'mobile'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('City can have at most 200 characters.').last()).toBeVisible()
  await expect(page.locator('[name=city]')).toHaveValue(tooLong)

  await logInByAPI(page, administrator)
  await page.goto('/dashboard/Category')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await fillAll(page, tooLong, ['name'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText('Name can have at most 100 characters.')).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue(tooLong)
})

test("a text of 10,000 characters in any of a product's fields is refused in a sentence on that field", async ({
  page,
}) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await page.locator('[name=image]').setInputFiles(pictures(5))
  await expect(page.getByText('Pictures, 5 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Add Field' }).click()
  const dialog = page.getByRole('dialog')
  await fillAll(page, tooLong, ['fieldName'])
  await dialog.getByRole('button', { name: 'Add Field' }).click()
  await expect(dialog.getByText('A field name can have at most 60 characters.')).toBeVisible()
  await expect(page.locator('[name=fieldName]')).toHaveValue(tooLong)
  await fillAll(page, 'Shelf life', ['fieldName'])
  await dialog.getByRole('button', { name: 'Add Field' }).click()
  const shelfLife = page.getByLabel('Shelf life', { exact: true })
  // A dialog moves the focus when it has faded out: wait, or the next text would be typed there.
  await expect(shelfLife).toBeFocused()
  await shelfLife.fill(tooLong)

  await fillAll(page, tooLong, ['name', 'discription', 'unit', 'price', 'discount', 'stock'])
  await page.locator('[name=category]').selectOption({ index: 1 })
  await page.locator('[name=subCategory]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create product' }).click()
  for (const refusal of [
    'Price must be an amount in rupees, more than 0.',
    'Discount must be an amount in rupees.',
    'Stock must be a whole number from 0 to 1000000.',
    'This field can have at most 1000 characters.',
  ])
    await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.locator('[name=price]')).toBeFocused()
  // The form focuses the first invalid field again in a timer.
  await page.evaluate(() => new Promise((fired) => setTimeout(fired)))
  await shelfLife.fill('20 days')
  await fillAll(page, '10', ['price', 'stock'])
  await fillAll(page, '0', ['discount'])
  await page.getByRole('button', { name: 'Create product' }).click()
  for (const refusal of [
    'Name can have at most 200 characters.',
    'Description can have at most 5000 characters.',
    'Unit can have at most 60 characters.',
  ])
    await expect(page.getByText(refusal).last()).toBeVisible()
  for (const name of ['name', 'discription', 'unit'])
    await expect(page.locator(`[name=${name}]`)).toHaveValue(tooLong)
})

test('a script, emoji and right-to-left text in a category and a sub category are shown as text', async ({
  page,
}) => {
  const name = `${emoji} ${rightToLeft} <script>window.ran=1</script>`
  await logInByAPI(page, administrator)
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard/Category')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await fillAll(page, name, ['name'])
  await dialog.locator('[name=image]').setInputFiles(picture('aam.gif', [250, 180, 20]))
  await expect(page.getByText('Upload successful')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category added successfully')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search categories...' }).fill('<script>')
  await expect(page.getByRole('list', { name: 'Category' }).getByRole('heading')).toHaveText([name])

  await page.goto('/dashboard/subCategory')
  await page.getByRole('button', { name: 'Add Sub Category' }).click()
  await fillAll(page, tooLong, ['name'])
  await dialog.locator('[name=category]').selectOption({ label: name })
  await dialog.locator('[name=image]').setInputFiles(picture('aam.gif', [250, 180, 20]))
  await expect(page.getByText('Upload successful')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name can have at most 100 characters.')).toBeVisible()
  await fillAll(page, name, ['name'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Subcategory added successfully')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search sub categories...' }).fill('aam')
  await expect(page.getByRole('main')).toContainText(name)

  await page.goto('/')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('a search of 10,000 characters finds nothing and breaks nothing', async ({ page }) => {
  await page.goto('/search?q=')
  await page.getByRole('textbox', { name: 'Search products' }).fill(odd)
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  const response = await page.goto(`/search?q=${tooLong}`)
  expect(response?.status()).toBeLessThan(500)
  await expect(page.getByRole('banner').getByRole('link', { name: 'kirana', exact: true })).toBeVisible()
})

test("a script, emoji and right-to-left text in a product's fields are shown as text", async ({ page }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await page.locator('[name=image]').setInputFiles(pictures(5))
  await expect(page.getByText('Pictures, 5 of 5')).toBeVisible()
  await fillAll(page, script, ['price', 'discount', 'stock'])
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Price must be an amount in rupees, more than 0.')).toBeVisible()
  await expect(page.getByText('Discount must be an amount in rupees.')).toBeVisible()
  await expect(page.getByText('Stock must be a whole number from 0 to 1000000.')).toBeVisible()

  await fillAll(page, odd, ['name', 'discription'])
  await fillAll(page, emoji, ['unit'])
  await fillAll(page, '10', ['price', 'stock'])
  await fillAll(page, '0', ['discount'])
  await page.locator('[name=category]').selectOption({ index: 1 })
  await page.locator('[name=subCategory]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Add Field' }).click()
  await page.locator('[name=fieldName]').fill('<b onclick=alert(1)>')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Field' }).click()
  await page.getByLabel('<b onclick=alert(1)>', { exact: true }).fill(odd)
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Product created successfully!')).toBeVisible()

  const call = await apiAs(page)
  const { data } = await call<{ data: Product[] }>('GET', '/api/product/getAll?sort=newest&page=1&limit=1')
  const [{ _id, name }] = data as [Product]
  expect(name).toBe(odd)
  await page.goto(`/product/odd-${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(odd)
  await expect(page.getByRole('row', { name: '<b onclick=alert(1)>' })).toContainText(odd)
})

test('files that are not pictures, or are too large, are refused by name', async ({ page }, info) => {
  const large = info.outputPath('large.jpg')
  writeFileSync(large, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  truncateSync(large, 30 * 1024 * 1024)
  const drawing = {
    name: 'drawing.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"/>'),
  }
  const broken = {
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  }
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await page.locator('[name=name]').fill('Kept')
  const file = page.locator('[name=image]')
  await file.setInputFiles([drawing, broken, picture('vast.gif', [9, 9, 9], 20_000), ...pictures(1)])
  await expect(page.getByText('drawing.png: Only JPEG, PNG, WebP and GIF pictures')).toBeVisible()
  await expect(page.getByText(/^broken\.png: \S/)).toBeVisible()
  await expect(page.getByText(/^vast\.gif: .*megapixels/)).toBeVisible()
  await expect(page.getByText('Pictures, 1 of 5')).toBeVisible()
  await file.setInputFiles(large)
  await expect(page.getByText('large.jpg: A picture can have at most 10 MB.')).toBeVisible()
  await expect(page.getByText('Pictures, 1 of 5')).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue('Kept')
})

test('a connection lost in the middle of an upload loses nothing', async ({ page }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await page.locator('[name=name]').fill('Half way')
  const file = page.locator('[name=image]')
  await file.setInputFiles(pictures(1))
  await expect(page.getByText('Pictures, 1 of 5')).toBeVisible()
  await page.route('**/api/file/upload', (route) => route.abort('connectionreset'))
  await file.setInputFiles(picture('second.gif', [1, 2, 3]))
  await expect(page.getByText('Image upload failed')).toBeVisible()
  await expect(page.getByText('second.gif: The connection was lost')).toBeVisible()
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('A picture was not sent. Try again or remove it.').first()).toBeVisible()

  await page.unroute('**/api/file/upload')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Pictures, 2 of 5')).toBeVisible()
  await page.reload()
  await expect(page.getByText('What you had filled in here is back.')).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue('Half way')
  await expect(page.getByText('Pictures, 2 of 5')).toBeVisible()
})

test('a connection lost after half of a picture was sent is reported, and the picture is sent again', async ({
  page,
  context,
}) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await wire.send('Network.emulateNetworkConditions', slow)
  // A GIF ends at its last block: bytes after it only have to be transferred.
  const { buffer, ...named } = picture('long.gif', [120, 60, 200])
  const file = { ...named, buffer: Buffer.concat([buffer, Buffer.alloc(4_000_000)]) }
  await page.locator('[name=image]').setInputFiles(file)
  const sent = page.getByRole('progressbar', { name: 'Sending picture 1' })
  await expect.poll(() => sent.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(5)
  await wire.send('Network.emulateNetworkConditions', { ...slow, offline: true })
  await expect(page.getByText('long.gif: The connection was lost')).toBeVisible()
  await expect(page.getByText('Pictures, 0 of 5')).toBeVisible()

  await wire.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Pictures, 1 of 5')).toBeVisible()
})
