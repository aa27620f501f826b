import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
