import type { Page } from '@playwright/test'
import { elsewhere, enter, picture } from './administration'
import { barriers } from './barriers'
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
  await enter(page, administrator)
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
  const answer = await page.request.get('/api/settings')
  expect((await answer.json()).data).toMatchObject({
    name: 'Ganesh Kirana',
    accent: '#4659a8',
    pincodes: ['411001', '411004', '411005'],
    minOrder: 199,
  })
})

test('a refusal stands beside its field, in the section that is opened for it, and nothing typed is lost', async ({
  page,
}) => {
  await openSettings(page, 'legal')
  await page.getByLabel('FSSAI license').fill('123')
  await header(page, 'Phone and address').click()
  await page.getByLabel('Phone', { exact: true }).fill('98220 41873')
  await save(page)
  await expect(page.getByText('The FSSAI number must have 14 digits.').last()).toBeVisible()
  await expect(page.getByLabel('FSSAI license')).toHaveValue('123')
  await page.getByLabel('FSSAI license').fill('11520000000000')
  await save(page)
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(header(page, 'Phone and address')).toContainText('98220 41873')
})

test('the last way to pay cannot be switched off, and the sentence stands beside the switch', async ({
  page,
}) => {
  await openSettings(page, 'payment')
  const cash = page.getByRole('checkbox', { name: 'Cash on delivery' })
  await cash.uncheck()
  await page.getByRole('checkbox', { name: 'Card online' }).uncheck()
  await header(page, 'Legal').click()
  await save(page)
  await expect(header(page, 'How you are paid')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/^Shoppers need a way to pay: please leave cash/)).toBeVisible()
  await expect(cash).toHaveAttribute('aria-invalid', 'true')
  expect(await barriers(page)).toEqual([])
  const call = await elsewhere(page)
  await expect(call('PUT', '/api/settings', { pay: { cod: false, online: false } })).rejects.toThrow('400')
  await cash.check()
  await expect(page.getByText(/^Shoppers need a way to pay/)).toHaveCount(0)
  await save(page)
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await call('PUT', '/api/settings', { pay: { online: true } })
})

test('what was not saved is offered again on this device', async ({ page }) => {
  await openSettings(page, 'contact')
  await page.getByLabel('Shop and street').fill('Shop 4, Bhandarkar Road')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 change of last time was not saved.')).toBeVisible()
  await expect(page.getByLabel('Shop and street')).toHaveValue('')
  await page.getByRole('button', { name: 'Go on with them' }).click()
  await expect(page.getByLabel('Shop and street')).toHaveValue('Shop 4, Bhandarkar Road')
  await page.getByRole('button', { name: 'Undo them' }).click()
  await page.reload()
  await expect(page.getByLabel('Shop and street')).toHaveValue('')
  await expect(page.getByText('not saved')).toHaveCount(0)
})

test('of two owners the second sees both values side by side and chooses', async ({ page }) => {
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', { email: 'old@ganesh.in', tagline: 'Old words' })
  await openSettings(page, 'contact')
  await page.getByLabel('Email').fill('mine@ganesh.in')
  await call('PUT', '/api/settings', { email: 'theirs@ganesh.in', tagline: 'Their words' })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this, too' })
  await expect(dialog.getByText('theirs@ganesh.in')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await dialog.getByLabel('mine@ganesh.in').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  const answer = await page.request.get('/api/settings')
  expect((await answer.json()).data).toMatchObject({ email: 'mine@ganesh.in', tagline: 'Their words' })
})

test('a change of something else meanwhile is no conflict', async ({ page }) => {
  const call = await elsewhere(page)
  await openSettings(page, 'contact')
  await page.getByLabel('Phone', { exact: true }).fill('98220 00001')
  await call('PUT', '/api/settings', { tagline: 'Changed meanwhile' })
  await save(page)
  await expect(page.getByText('Settings saved.')).toBeVisible()
  const answer = await page.request.get('/api/settings')
  expect((await answer.json()).data).toMatchObject({ phone: '98220 00001', tagline: 'Changed meanwhile' })
})

test('hours, holidays, UPI and pages are set, and the settings have no barriers in any section', async ({
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
    expect(await barriers(page), section).toEqual([])
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
  expect(await barriers(page)).toEqual([])
})
