import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './browser-screen'
import { okResponse, product } from './mock-server'

const WRITE_OFF = 'POST /api/stock/writeoff'

const lot = {
  lot: 'lot000000000',
  product: { ...product(), price: 1500, discount: 0 },
  bestBefore: '2026-01-17',
  daysLeft: 2,
  left: 1200,
  value: null,
  perDay: 1,
  wouldBeLeft: 1198,
  markdown: null,
}

const openExpiring = () =>
  open('/dashboard/purchases/expiring', {
    as: 'administrator',
    responses: { 'GET /api/stock/expiring': okResponse([lot], { sums: [] }) },
  })

test('a write-off without a response is sent again under the same key, another amount under a new one', async () => {
  const { hold } = await openExpiring()
  await page.getByRole('button', { name: 'Write off', exact: true }).click()
  await page.getByLabelText('Why').fill('broken')
  const keys: string[] = []
  const press = async (pieces: string) => {
    await page.getByLabelText('Pieces').fill(pieces)
    const held = hold(WRITE_OFF)
    await page.getByRole('button', { name: /^Write off \d/ }).click()
    const { key, ...sent } = (await held.arrived) as { key: string }
    expect(sent).toEqual({ lot: lot.lot, pieces, reason: 'broken' })
    keys.push(key)
    held.release('unreachable')
    await expect.element(page.getByText('The shop did not answer.')).toBeVisible()
  }
  await press('2')
  await press('2')
  await press('3')
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
