import { axeViolations } from '../axe-violations'
import { expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'never' })

test('the setup link of the first start sets up a shop in five questions, once', async ({ page, shop }) => {
  await page.goto('/setup')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await page.goto('/setup?token=guess')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  const link = /Set it up, once, at (http:\S+)/.exec(shop.output())?.[1] ?? ''
  await page.goto(link)
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'दुकान किसकी है?' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Who owns the shop?' })).toBeVisible()
  await next.click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  expect(await axeViolations(page), 'the account').toEqual([])
  await page.getByLabel('Your name').fill('Sunita Joshi')
  await page.getByLabel('Email').fill('sunita@example.in')
  await page.getByRole('textbox', { name: 'Password' }).fill('seven ripe mangoes')
  await next.click()

  await expect(page.getByRole('heading', { name: /^What is your shop called/ })).toBeFocused()
  await page.getByLabel('Shop name').fill('Ganesh Kirana')
  await page.getByLabel('Phone for customers').fill('call me')
  await page.getByLabel('Add pincodes').fill('411004, 411 005')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Smallest order').fill('199')
  expect(await axeViolations(page), 'the shop').toEqual([])
  await next.click()
  await expect(page.getByText('Please enter a phone number.').last()).toBeVisible()
  await expect(page.getByLabel('Phone for customers')).toBeFocused()
  await page.getByLabel('Phone for customers').fill('98220 41873')
  await next.click()

  await expect(page.getByRole('heading', { name: 'What do you sell?' })).toBeVisible()
  await page.getByLabel('Import my list').check()
  await expect(page.getByLabel('Price list')).toBeVisible()
  expect(await axeViolations(page), 'the goods').toEqual([])
  await page.getByLabel('Take the demo goods').check()
  // A reload keeps everything but the password.
  await page.reload()
  await page.getByRole('textbox', { name: 'Password' }).fill('seven ripe mangoes')
  await expect(page.getByLabel('Your name')).toHaveValue('Sunita Joshi')
  for (let step = 1; step < 4; step++) await next.click()

  await expect(page.getByRole('heading', { name: 'How are you paid?' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^UPI/ }).check()
  await page.getByLabel('UPI ID').fill('ganesh@upi')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(await axeViolations(page), 'the ways to pay').toEqual([])
  await next.click()

  await expect(page.getByRole('heading', { name: 'Is the shop registered for GST?' })).toBeFocused()
  await page.getByRole('radio', { name: /^Yes We have a GSTIN/ }).check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Please enter the GSTIN, or press Later.')).toBeVisible()
  await page.getByRole('textbox', { name: 'GSTIN' }).fill('27AAAPK0000A1ZX')
  await expect(page.getByText('The check digit is right.')).toBeVisible()
  expect(await axeViolations(page), 'the bills').toEqual([])
  await page.getByRole('button', { name: 'Finish' }).click()

  await expect(page.getByRole('heading', { name: 'Ganesh Kirana is open.' })).toBeVisible()
  await expect(page.getByText('6 steps are recommended. 4 are done.')).toBeVisible()
  expect(await axeViolations(page), 'done').toEqual([])
  await page.getByRole('link', { name: 'To the order desk' }).click()
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Ganesh Kirana')).toBeVisible()
  const productCount = async () =>
    (await (await page.request.get('/api/product/getAll?page=1&limit=1')).json()).totalCount
  await expect.poll(productCount, { timeout: 30_000 }).toBeGreaterThan(100)
  expect((await (await page.request.get('/api/settings')).json()).data).toMatchObject({
    name: 'Ganesh Kirana',
    phone: '98220 41873',
    pincodes: ['411004', '411005'],
    minOrder: 199,
    pay: { cod: true, upi: true },
    legal: { gst: 'REGISTERED', gstin: '27AAAPK0000A1ZX', state: 'Maharashtra' },
  })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})
