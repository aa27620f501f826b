import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from './axe-violations'
import { open, PHONE } from './browser-screen'
import { home, okResponse, openShop, product } from './mock-server'

test('a phone order for a business is billed to it; an invalid GSTIN is reported at its field', async () => {
  const message = 'The last sign does not fit. Look at your certificate again.'
  const fields = [{ field: 'buyer.gstin', message }]
  const { hold } = await open('/dashboard/phone-order', {
    as: 'administrator',
    size: PHONE,
    responses: {
      'GET /api/settings': okResponse({ ...openShop, legal: { ...openShop.legal, gst: 'REGISTERED' } }),
      'GET /api/order/phone': okResponse([
        { _id: 'c1', name: 'Asha Deshmukh', mobile: '9000000042', addresses: [home] },
      ]),
    },
  })
  await page.getByLabelText('Mobile number').fill('9000000042')
  await userEvent.keyboard('{Enter}')
  await page.getByLabelText('Product', { exact: true }).fill(product().name)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('list', { name: 'Lines of the order' }))
    .toHaveTextContent(product().name)
  await page.getByText('For a business').click()
  await page.getByLabelText('Name of the business').fill('Tara Caterers')
  await page.getByLabelText('GSTIN').fill('27CCCFT0000C1ZY')
  expect(await axeViolations()).toEqual([])

  const refused = hold('POST /api/order/phone')
  await page.getByRole('button', { name: 'Place the order' }).click()
  expect(await refused.arrived).toMatchObject({ buyer: { name: 'Tara Caterers', gstin: '27CCCFT0000C1ZY' } })
  refused.release({ status: 400, body: { success: false, error: true, message, errors: fields } })
  await expect.element(page.getByLabelText('GSTIN')).toHaveAccessibleDescription(message)

  const taken = hold('POST /api/order/phone')
  await page.getByLabelText('GSTIN').fill('27CCCFT0000C1ZX')
  await page.getByRole('button', { name: 'Place the order' }).click()
  expect(await taken.arrived).toMatchObject({ buyer: { gstin: '27CCCFT0000C1ZX' } })
  taken.release(okResponse([{ checkoutNumber: 1042 }]))
})
