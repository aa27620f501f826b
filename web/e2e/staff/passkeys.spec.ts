import type { Page } from '@playwright/test'
import { logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'
import { confirmPassword } from '../steps'

test.use({ ownShop: 'passkeys', host: 'localhost' })

/** Adds a virtual authenticator whose user is verified. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function leave(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?redirect=/dashboard/profile')
}

test('a passkey is added, replaces the code of a login, then also the password, and is removed', async ({
  page,
}) => {
  await addDevice(page)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(naming.getByText('Name is required.')).toBeVisible()
  await naming.locator('[name=name]').fill('Shop phone')
  await naming.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmPassword(page, administrator)
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByText('Shop phone')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await leave(page)
  await page.locator('[name=email]').fill(administrator.email)
  await page.locator('[name=password]').fill(administrator.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.locator('[name=code]')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page).toHaveURL(/dashboard\/profile/)

  await leave(page)
  await page.getByRole('button', { name: 'Login with a passkey' }).click()
  await expect(page).toHaveURL(/dashboard\/profile/)
  await expect(passkeys.getByText(/Last seen/)).toBeVisible()

  await passkeys.getByRole('button', { name: 'Remove the passkey Shop phone' }).click()
  await confirmPassword(page, administrator)
  const asking = page.getByRole('dialog', { name: 'Please confirm with a code' })
  await asking.locator('[name=code]').fill('000000')
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect(asking.getByText('This code is not right.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await asking.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(passkeys).toBeHidden()
})
