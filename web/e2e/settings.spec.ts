import type { Page } from '@playwright/test'
import { logInByAPI, picture } from './administration'
import { axeViolations } from './axe-violations'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'settings' })

const SECTIONS = [
  'Shop',
  'Phone and address',
  'Hours and holidays',
  'Delivery',
  'How you are paid',
  'New orders',
  'Legal',
  'Pages',
]

const header = (page: Page, section: string) => page.getByRole('button', { name: new RegExp(`^${section}`) })

async function openSettings(page: Page, section = 'shop') {
  await logInByAPI(page, administrator)
  await page.goto(`/dashboard/settings?section=${section}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(header(page, 'Pages')).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('the owner gives the shop its own name and area, and shoppers see them', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Name', { exact: true }).fill('Ganesh Kirana')
  await page.getByLabel('Words on the banner').fill('Fresh on Bhandarkar Road.')
  await page.getByLabel('Indigo').check()
  await expect(page.getByRole('figure').getByText('Fresh on Bhandarkar Road.')).toBeVisible()
  await page.locator('input[name=image]').setInputFiles(picture('logo.gif', [200, 40, 40]))
  await expect(page.getByText('Upload successful')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await header(page, 'Delivery').click()
  await expect(header(page, 'Shop'), 'one section is open at a time').toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await page.getByLabel('Add pincodes').fill('Camp 411001, 411 004;411005')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Not understood: Camp. A pincode has six digits.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pincodes you serve' }).getByRole('listitem')).toHaveText([
    '411001',
    '411004',
    '411005',
  ])
  await page.getByLabel('Smallest order').fill('199')
  await expect(page.getByText('Add ₹49 more to order')).toBeVisible()
  await expect(page.getByText('5 changes not saved')).toBeVisible()
  await save(page)
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(page.getByText('not saved')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Ganesh Kirana'), 'at once').toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Fresh on Bhandarkar Road.' })).toBeVisible()
  await expect(page).toHaveTitle(/Ganesh Kirana/)
  const response = await page.request.get('/api/settings')
  expect((await response.json()).data).toMatchObject({
    name: 'Ganesh Kirana',
    accent: '#4659a8',
    pincodes: ['411001', '411004', '411005'],
    minOrder: 199,
  })
})

test('hours, holidays, UPI and pages are set, and every section of the settings is accessible', async ({
  page,
}) => {
  await openSettings(page, 'hours')
  await page.getByLabel('Open at all hours').uncheck()
  await page.getByLabel('Monday opens').fill('08:00')
  await page.getByRole('button', { name: 'Monday’s hours for all days' }).click()
  await page.getByLabel('Open on Sunday').uncheck()
  await page.getByLabel('Day', { exact: true }).fill('2026-12-25')
  await page.getByLabel('What for').fill('Christmas')
  await page.getByRole('button', { name: 'Add the day' }).click()
  await expect(page.getByText('Friday, 25 December')).toBeVisible()
  await header(page, 'How you are paid').click()
  await page.getByLabel('UPI ID').fill('ganesh@upi')
  await expect(page.getByRole('img', { name: 'QR code that pays ₹1 to this UPI ID' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send ₹1 to try it' })).toHaveAttribute(
    'href',
    /^upi:\/\/pay\?pa=ganesh@upi&pn=.*&am=1\.00&cu=INR/,
  )
  await header(page, 'Legal').click()
  await expect(
    page.getByText(/^missing: Name the maker or packer and the country of origin of/i),
  ).toBeVisible()
  await page.getByLabel('Legal name').fill('Ganesh Traders')
  await page.getByLabel('Grievance officer').fill('Asha Kulkarni, 98220 41873')
  await header(page, 'Pages').click()
  await page.getByRole('button', { name: 'Returns and refunds' }).click()
  await page.getByRole('button', { name: 'Begin with a sample' }).click()
  for (const section of SECTIONS) {
    if ((await header(page, section).getAttribute('aria-expanded')) === 'false')
      await header(page, section).click()
    await expect(header(page, section)).toHaveAttribute('aria-expanded', 'true')
    expect(await axeViolations(page), section).toEqual([])
  }
  await save(page)
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(header(page, 'Hours and holidays')).toContainText('Mon to Sat 8 am to 10 pm, Sun closed')
  await page.goto('/returns')
  await expect(page.getByRole('heading', { name: 'Fresh goods' })).toBeVisible()
  await page.getByRole('link', { name: 'Contact', exact: true }).click()
  const contact = page.getByRole('main')
  await expect(contact.getByText('Ganesh Traders')).toBeVisible()
  await expect(contact.getByText('Mon to Sat: 8 am to 10 pm')).toBeVisible()
  await expect(contact.getByText('Asha Kulkarni, 98220 41873')).toBeVisible()
  await expect(contact.getByRole('link', { name: 'Complain' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
