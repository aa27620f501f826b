import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatCount } from '@/lib/count'
import { open } from './browser-screen'
import { errorResponse, okResponse, product } from './mock-server'

const WRITE_OFF = 'POST /api/stock/writeoff'
const MARK_DOWN = 'POST /api/stock/markdown'

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

for (const [typed, sent] of [
  ['१२', '12'],
  ['1,000', '1000'],
] as const)
  test(`the pieces and the price of an expiring lot may be typed as ${typed}`, async () => {
    const { hold } = await openExpiring()
    await page.getByRole('button', { name: 'Write off', exact: true }).click()
    await page.getByLabelText('Pieces').fill(typed)
    await page.getByLabelText('Why').fill('broken')
    const written = hold(WRITE_OFF)
    await page.getByRole('button', { name: `Write off ${formatCount(Number(sent))} pieces` }).click()
    expect(await written.arrived).toMatchObject({ pieces: sent })
    await page.getByRole('button', { name: 'Mark down', exact: true }).click()
    await page.getByLabelText(/^New price/).fill(typed)
    const marked = hold(MARK_DOWN)
    await page.getByRole('button', { name: `Mark down to ₹${formatCount(Number(sent))}` }).click()
    expect(await marked.arrived).toMatchObject({ price: sent })
  })

test('an amount that is no number is sent, and the refusal says why', async () => {
  const { hold } = await openExpiring()
  await page.getByRole('button', { name: 'Write off', exact: true }).click()
  await page.getByLabelText('Pieces').fill('a lot')
  const held = hold(WRITE_OFF)
  await page.getByRole('button', { name: 'Write off 0 pieces' }).click()
  await held.arrived
  held.release(errorResponse(400, 'Pieces must be a whole number.'))
  await expect.element(page.getByText('Pieces must be a whole number.')).toBeVisible()
})
