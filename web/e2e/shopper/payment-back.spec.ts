import { openCheckout, payOnline, pressOnTestPage, quantities, statuses } from '../paying'
import { expect, test } from '../shop'
import { runInWholeBrowser } from '../whole-browser'

// The back button restores the page from the back/forward cache, which is disabled for most tests.
runInWholeBrowser({ without: ['--disable-back-forward-cache'] })

test('a checkout restored from the back/forward cache can be used again', async ({ page }) => {
  const payer = await openCheckout(page, 'Kept Kokum')
  await page.evaluate(() =>
    window.addEventListener('pageshow', ({ persisted }) => alert(`kept: ${persisted}`)),
  )
  await payOnline(page)
  const kept = page.waitForEvent('dialog')
  // In a timer, because the page that is left cannot respond to this call.
  await page.evaluate(() => void setTimeout(() => window.history.back()))
  const dialog = await kept
  expect(dialog.message()).toBe('kept: true')
  await dialog.accept()
  await expect(page.getByText('Your payment was not completed and is ended.')).toBeVisible()
  expect(await statuses(payer)).toEqual(['EXPIRED CANCELED'])

  await payOnline(page)
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING', 'EXPIRED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })
})
