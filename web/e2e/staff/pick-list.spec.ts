import { apiAs, logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { moveByAPI, orderHelpers, readOrder } from '../desk-orders'
import { clearDesk } from '../ordering'
import { runPoppler } from '../poppler'
import { administrator, expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a pick list adds up the products of several orders, keeps its ticks on the server, and prints on one page', async ({
  page,
}, info) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const { order, goods } = await orderHelpers(page)
  const [first, second] = goods as [(typeof goods)[number], (typeof goods)[number]]
  const numbers = [await order([{ _id: first._id, quantity: 2 }, second]), await order([{ _id: first._id }])]
  for (const number of numbers) await moveByAPI(call, number, 'PACKING')
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/desk')
  for (const number of numbers) await page.getByRole('checkbox', { name: `Choose order ${number}` }).check()
  await page.getByRole('link', { name: 'Pick list' }).click()
  await expect(page.getByRole('heading', { name: 'Pick list', level: 1 })).toBeVisible()
  await expect(page.getByText('0 of 4 items in baskets')).toBeVisible()
  const both = page.getByRole('checkbox', { name: `3 ${first.name} picked` })
  const row = page.getByRole('listitem').filter({ has: both })
  await expect(row).toContainText(/A2.*B1/)
  expect((await row.boundingBox())?.height, 'a row is a target for a thumb').toBeGreaterThanOrEqual(76)
  await row.click()
  await expect(page.getByText('3 of 4 items in baskets')).toBeVisible()
  for (const number of numbers) {
    await expect.poll(async () => (await readOrder(call, number)).rows[0]?.picked).toBe(true)
  }
  await page.reload()
  await expect(both).toBeChecked()
  await expect(page.getByText('3 of 4 items in baskets')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  // The printed page has only orders, shelves and check boxes.
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'navigation', 'button'] as const)
    await expect(page.getByRole(part)).toHaveCount(0)
  await expect(row).toBeVisible()
  const path = info.outputPath('pick-list.pdf')
  await page.pdf({ path, format: 'A4' })
  const pages = runPoppler('pdftotext', '-raw', path, '-').split('\f')
  const [text, ...more] = pages.map((side) => side.replaceAll(/\s+/g, ' ').trim())
  expect(text).toContain(first.name)
  expect(text).toContain(`#${numbers[0]}`)
  expect(more.join(''), 'one page').toBe('')
})
