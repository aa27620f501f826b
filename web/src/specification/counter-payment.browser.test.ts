import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeviceDB } from '@/features/counter/device-db'
import { DESKTOP } from './browser-screen'
import { button, field, lines, mahesh, openCounter, SALE, sales, scan } from './counter-screen'
import { administrator, errorResponse, okResponse } from './mock-server'

beforeEach(() => DeviceDB.remove())

const PAYMENTS = 'PUT /api/counter/sales/order1/payments'
const heading = (name: string) => page.getByRole('heading', { name })

test('an unknown code that is scanned during the payment leads back to the bill, which is not paid without it', async () => {
  const { requests } = await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F9}')
  await expect.element(heading('Pay ₹69')).toBeVisible()
  scan('8909999999990')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Nobody knows this code' })).toBeVisible()
  await userEvent.keyboard('{Escape}{F9}{Enter}')
  await expect.element(button('Pay ₹69')).toBeDisabled()
  expect(sales(requests)).toEqual([])
})

test('unknown codes dismissed with Escape are asked for again only on request', async () => {
  await openCounter()
  const ask = page.getByRole('dialog', { name: 'Nobody knows this code' })
  scan('8909999999990')
  await expect.element(ask).toHaveTextContent('8909999999990')
  scan('8909999999991')
  await expect.element(ask).toHaveTextContent('8909999999991')
  await userEvent.keyboard('{Escape}')
  await expect.element(ask).toHaveTextContent('8909999999990')
  await userEvent.keyboard('{Escape}')
  await expect.element(ask).not.toBeInTheDocument()
  await page.getByRole('button', { name: /8909999999990/ }).click()
  await lines().getByRole('button', { name: 'Name', exact: true }).click()
  await expect.element(ask).toHaveTextContent('8909999999990')
})

test('holding a bill during the payment closes the payment', async () => {
  const { requests } = await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F9}')
  await expect.element(heading('Pay ₹69')).toBeVisible()
  await userEvent.keyboard('{F4}Neha{Enter}')
  await expect.element(page.getByRole('button', { name: 'Neha ₹69' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Pay ₹0')).not.toBeInTheDocument()
  expect(sales(requests)).toEqual([])
})

test('the parts of a split are typed with their paise', async () => {
  const { requests } = await openCounter()
  for (let count = 0; count < 2; count++) scan('8902345678905')
  await userEvent.keyboard('{F9}s')
  const cash = page.getByRole('textbox', { name: 'Cash' })
  await cash.click()
  await userEvent.keyboard('100.50')
  await expect.element(cash).toHaveValue('100.50')
  await button('the rest, ₹255.50').nth(1).click()
  await expect.element(page.getByRole('textbox', { name: 'UPI' })).toHaveValue('255.50')
  await button('Take ₹356').click()
  await expect.element(heading('₹356 paid')).toBeVisible()
  expect(sales(requests)[0]?.payments).toEqual([
    { by: 'CASH', amount: 100.5 },
    { by: 'UPI', amount: 255.5 },
  ])
})

test('after a refusal of the khata its current balance is shown, and what can be done', async () => {
  const { responses } = await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F2}')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('0071')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('khata ₹4,820 of ₹5,000')).toBeVisible()
  responses['GET /api/counter/customers'] = okResponse([{ ...mahesh, balance: 4980 }])
  responses[SALE] = errorResponse(409, 'The khata is over its limit.', 'khata_limit')
  await userEvent.keyboard('{F9}k{Enter}')
  await expect.element(page.getByText('The khata is over its limit.')).toBeVisible()
  await expect.element(page.getByText('₹49 over the limit.')).toBeVisible()
  await expect.element(button('Take ₹49 now, ₹20 on the khata')).toBeVisible()
})

test('a bill of ₹50,000 of taxable goods is taken once its buyer has a name and an address', async () => {
  const { requests } = await openCounter()
  await field().fill('300*')
  scan('8902345678905')
  await expect.element(button('Pay ₹53,400')).toBeVisible()
  await userEvent.keyboard('{F9}')
  await expect.element(heading('Pay ₹53,400')).toBeVisible()
  await expect.element(button('Take ₹53,400')).toBeDisabled()
  await button('Name the buyer').click()
  await page.getByRole('textbox', { name: 'Name of the buyer' }).fill('Asha Kulkarni')
  await expect.element(button('Put it on the bill')).toBeDisabled()
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road, Pune')
  await button('Put it on the bill').click()
  await button('Take ₹53,400').click()
  await expect.element(heading('₹53,400 paid')).toBeVisible()
  expect(sales(requests).map(({ buyer }) => buyer)).toEqual([
    { name: 'Asha Kulkarni', gstin: '', address: '12 Lake Road, Pune' },
  ])
})

test('the exact sum stays exact when a line is scanned during the payment', async () => {
  await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F9}')
  await expect.element(heading('Pay ₹69')).toBeVisible()
  scan('8901234567894')
  await expect.element(page.getByRole('textbox', { name: 'Given' })).toHaveValue('138')
  await button('Take ₹138').click()
  await expect.element(heading('₹138 paid')).toBeVisible()
})

test('a corrected payment has its new method on the card, and in the list after a reload', async () => {
  const { requests } = await openCounter({ [PAYMENTS]: okResponse({}) })
  scan('8901234567894')
  await userEvent.keyboard('{F9}100{Enter}')
  const card = page.getByRole('status').filter({ has: heading('₹69 paid') })
  await expect.element(card).toHaveTextContent(/cash · /)
  await expect.element(card).toHaveTextContent('₹31')
  await button('Paid in another way').click()
  await page.getByRole('group', { name: 'How was it paid?' }).getByRole('button', { name: 'UPI' }).click()
  await expect.element(card).toHaveTextContent(/UPI · /)
  await expect.element(card).not.toHaveTextContent(/cash|₹31/)
  expect(requests.find(({ call }) => call === PAYMENTS)?.body).toEqual({
    payments: [{ by: 'UPI', amount: 69 }],
  })
  await openCounter({}, DESKTOP, false)
  await expect.element(page.getByText(/ · UPI$/)).toBeVisible()
})

test('a sale that is refused after the counter was left is the current bill again, and is not booked as offline', async () => {
  const { hold, back, requests } = await openCounter()
  const held = hold(SALE)
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  await held.arrived
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect.element(heading('Products')).toBeVisible()
  back()
  held.release(errorResponse(409, 'This is not sold any more.', 'not_available'))
  await expect.element(page.getByText('This is not sold any more.')).toBeVisible()
  await expect.element(button('Pay ₹69')).toBeVisible()
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(heading('₹69 paid')).toBeVisible()
  expect(sales(requests).map(({ number, offline }) => [number, offline])).toEqual([
    ['C1/2627/0001', undefined],
    ['C1/2627/0001', undefined],
  ])
})

test('a packer may correct a payment method to one with a reference, but not to the khata', async () => {
  const put = 'PUT /api/counter/sales/order1/payments'
  const { requests } = await openCounter({
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'PACKER' }),
    [put]: okResponse({ _id: 'order1' }),
  })
  await userEvent.keyboard('{F2}')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('9000000071')
  await userEvent.keyboard('{Enter}')
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  await button('Paid in another way').click()
  const methods = page.getByRole('group', { name: 'How was it paid?' })
  expect(methods.getByRole('button', { name: 'Khata' }).elements()).toEqual([])
  await methods.getByRole('textbox', { name: 'Reference' }).fill('210987654321')
  await methods.getByRole('button', { name: 'UPI' }).click()
  await expect
    .poll(() => requests.find(({ call }) => call === put)?.body)
    .toEqual({
      payments: [{ by: 'UPI', amount: 69, reference: '210987654321' }],
    })
})
