import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from './browser-screen'
import { okResponse } from './mock-server'
import { anOrder, orderList } from './orders'

const first = anOrder({ _id: 'first0000000', number: 1001 })
const second = anOrder({ _id: 'second000000', number: 1002 })
const responses = {
  'GET /api/order/checkouts': orderList(first, second),
  'GET /api/order/checkout/1001': okResponse(first),
}
const printed = (ids: string, kind: string) =>
  expect.stringMatching(new RegExp(`^/dashboard/print\\?ids=${ids}&kind=${kind}$`))

test('selected orders are printed by a link, and the current order by a key', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await open('/dashboard/desk', { as: 'administrator', responses })
  for (const number of [1001, 1002])
    await page.getByRole('checkbox', { name: `Choose order ${number}` }).click()
  const link = page.getByRole('link', { name: 'Print slips' })
  await expect.element(link).toHaveAttribute('href', printed('first0000000(%2C|,)second000000', 'slip'))
  await expect.element(link).toHaveAttribute('target', '_blank')
  await userEvent.keyboard('{Escape}')
  await expect.element(link).not.toBeInTheDocument()
  await userEvent.keyboard('p')
  await expect.poll(() => opened.mock.calls[0]).toEqual([printed('first0000000', 'slip'), '_blank'])
  opened.mockRestore()
})

test('an order’s sheet leads to its slip and its bill', async () => {
  await open('/dashboard/desk/1001', { as: 'administrator', responses })
  for (const [name, kind] of [
    ['Packing slip', 'slip'],
    ['Bill', 'bill'],
  ] as const) {
    const link = page.getByRole('dialog').getByRole('link', { name, exact: true })
    await expect.element(link).toHaveAttribute('href', printed('first0000000', kind))
  }
})

test('only staff can print', async () => {
  await open('/dashboard/print?ids=first0000000')
  await expect.element(page.getByText('Do not have Permission')).toBeVisible()
  await open('/dashboard/print?ids=first0000000', { as: 'shopper' })
  await expect.element(page.getByText('Do not have Permission')).toBeVisible()
})
