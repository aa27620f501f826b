import { apiAs, logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { overflows } from '../overflow'
import { administrator, expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

test('a complaint gets a ticket, is listed on Today, and gets an answer that its customer reads', async ({
  page,
}) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', {
    legal: { grievance: 'Asha Rao, 98220 41873', gst: 'UNREGISTERED', state: 'Maharashtra' },
    pages: { privacy: '# Privacy\nYour address is for the delivery.', terms: '# Terms\nPay at the door.' },
  })
  await page.goto('/register')
  await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible()
  expect(await axeViolations(page), 'register').toEqual([])

  await logInByAPI(page, shopper)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Complain' }).click()
  await expect(page.getByRole('heading', { name: 'Complaint', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect(page.getByText('Please say what is wrong.')).toBeVisible()
  await page.getByLabel('Order number').fill('#1042')
  await page.getByLabel('What is wrong?').fill('The milk was sour.')
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect(page.getByText('You have no order with this number.')).toBeVisible()
  await page.getByLabel('Order number').fill('')
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect(page.getByText('Your complaint has the number C-101.')).toBeVisible()
  await expect(page.getByText('With the shop')).toBeVisible()
  expect(await axeViolations(page), 'the shopper’s page').toEqual([])
  expect(await overflows(page)).toEqual([])

  await logInByAPI(page, administrator)
  await page.goto('/dashboard')
  await page
    .getByRole('listitem')
    .filter({ hasText: '1 complaint is open' })
    .getByRole('link', { name: 'Answer' })
    .click()
  await expect(page.getByText('Acknowledge within 48 hours')).toBeVisible()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText(/Settle within \d+ days/)).toBeVisible()
  await page.getByRole('button', { name: 'Settle it' }).click()
  await expect(page.getByText('Please write what was done: the customer reads it.')).toBeVisible()
  expect(await axeViolations(page), 'the list').toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.getByLabel(/^Reply to/).fill('Fresh milk comes today.')
  await page.getByRole('button', { name: 'Settle it' }).click()
  await expect(page.getByText('No complaints', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Settled', exact: true }).click()
  await expect(page.getByText('Fresh milk comes today.')).toBeVisible()

  await logInByAPI(page, shopper)
  await page.goto('/complaint')
  await expect(page.getByText('Fresh milk comes today.')).toBeVisible()
})
