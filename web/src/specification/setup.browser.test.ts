import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from './browser-screen'
import { errorResponse, type MockResponse, okResponse } from './mock-server'

const CHECK = 'POST /api/setup/check'
const SET_UP = 'POST /api/setup'
const choices = { demoProducts: 290, demoCategories: 13, online: false, publicUrl: '', languages: [] }

const refusal = (field: string, message: string): MockResponse => {
  const { status, body } = errorResponse(400, message)
  return { status, body: { ...body, errors: [{ field, message }] } }
}
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (name: RegExp) => page.getByRole('heading', { name, level: 1 })

test('a refusal of the server is shown at its step and field, which gets the focus', async () => {
  const { responses, requests } = await open('/setup?token=secret', {
    responses: { 'GET /api/setup': okResponse(choices), [CHECK]: okResponse(null) },
    size: { width: 360, height: 740 },
  })
  const checked = () => requests.findLast(({ call }) => call === CHECK)?.body
  await field('Your name').fill('Sunita')
  await field('Email').fill('sunita@example.in')
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('password-123')
  responses[CHECK] = refusal('password', 'This password is too common. Please choose another one.')
  await press('Next')
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAccessibleDescription(/This password is too common/)
  await password.fill('seven mangoes')
  responses[CHECK] = okResponse(null)
  await press('Next')
  await expect.element(heading(/^What is your shop called/)).toHaveFocus()
  expect(checked()).toEqual({
    token: 'secret',
    name: 'Sunita',
    email: 'sunita@example.in',
    password: 'seven mangoes',
  })

  const minutes = field(/^Minutes/)
  await minutes.fill('9999999')
  responses[CHECK] = refusal('shop.deliveryMinutes', 'A delivery must be promised within 7 days.')
  await press('Next')
  await expect.element(minutes).toHaveFocus()
  await expect.element(minutes).toHaveAccessibleDescription(/A delivery must be promised within 7 days/)
  expect(checked()).toMatchObject({ token: 'secret', shop: { deliveryMinutes: 9_999_999 } })
  await minutes.fill('60')
  responses[CHECK] = okResponse(null)
  for (const title of [/^What do you sell/, /^How are you paid/, /^Is the shop registered/]) {
    await press('Next')
    await expect.element(heading(title)).toHaveFocus()
  }

  await page.getByRole('radio', { name: /^Yes We have a GSTIN/ }).click()
  await field('GSTIN').fill('27AAPFU0939F1ZW')
  responses[SET_UP] = refusal('shop.legal.gstin', 'The last sign does not fit.')
  await press('Finish')
  await expect.element(field('GSTIN')).toHaveFocus()
  responses[SET_UP] = refusal('email', 'This email is taken.')
  await press('Finish')
  await expect.element(field('Email')).toHaveFocus()
})

test('a price list with several sheets is imported only when its sheet is chosen', async () => {
  const IMPORT = 'POST /api/product/import'
  const columns = { columns: [], fields: [], noHeader: false, hiddenSheets: [], program: '' }
  const report = { imported: 3, updated: 0, unchanged: 0, skipped: 0, repeats: [], problems: [], columns: [] }
  const { requests } = await open('/setup?token=secret', {
    responses: {
      'GET /api/setup': okResponse(choices),
      [CHECK]: okResponse(null),
      [SET_UP]: okResponse({ accessToken: 'a', refreshToken: 'r' }),
      [`${IMPORT}/columns`]: okResponse({ ...columns, sheets: ['Old', 'Items'], sheet: 'Old' }),
      [IMPORT]: okResponse({
        ...report,
        unused: [],
        notes: [],
        remarks: [],
        categories: [],
        changes: [],
        keptEdits: [],
        heldPrices: [],
      }),
    },
    size: { width: 360, height: 740 },
  })
  await field('Your name').fill('Sunita')
  await field('Email').fill('sunita@example.in')
  await page.getByLabelText('Password', { exact: true }).fill('seven mangoes')
  await press('Next')
  await expect.element(heading(/^What is your shop called/)).toHaveFocus()
  await press('Next')
  await page.getByRole('radio', { name: /^Import my list/ }).click()
  await userEvent.upload(page.getByLabelText('Price list', { exact: true }), new File(['PK'], 'goods.xlsx'))
  for (const title of [/^How are you paid/, /^Is the shop registered/]) {
    await press('Next')
    await expect.element(heading(title)).toHaveFocus()
  }
  await press('Finish')
  const sheet = page.getByRole('combobox', { name: 'Sheet' })
  await expect.element(sheet).toHaveValue('Old')
  expect(requests.filter(({ call }) => call === IMPORT)).toEqual([])
  await sheet.selectOptions('Items')
  await press('Import')
  await expect.element(page.getByText('goods.xlsx: 3 new, 0 changed, 0 as before.')).toBeVisible()
  expect(requests.find(({ call }) => call === IMPORT)?.query).toBe('?sheet=Items&stock=10')
})
