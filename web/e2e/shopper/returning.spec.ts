import { apiAs, logInByAPI, stock } from '../administration'
import { axeViolations } from '../axe-violations'
import { shopperWithAddress } from '../ordering'
import { expect, shopper, test } from '../shop'
import { addFirst, logIn, openAccountMenu } from '../steps'

/** A returning shopper keeps the position in a list, and has one cart in all tabs. */

test('a login leads back to the same position in the list', async ({ page }) => {
  await page.goto('/')
  // The shop's fonts, once loaded, may change the number of lines.
  await expect(page.locator('html')).not.toHaveClass(/lateFonts/)
  const add = page.getByRole('button', { name: /^Add \S/ }).nth(14)
  await add.scrollIntoViewIfNeeded()
  let top = 0
  // The toast lasts only four seconds.
  await expect(async () => {
    await add.click()
    top = await page.evaluate(() => scrollY) // a press may scroll the page
    await page.getByRole('button', { name: 'Login', exact: true }).click({ timeout: 2000 })
  }).toPass()
  expect(top).toBeGreaterThan(300)
  await logIn(page, shopper)
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
})

test('two tabs show one cart, and a logout in one is a logout in both', async ({ page, context }) => {
  const { buy } = await shopperWithAddress(page, 1)
  await logInByAPI(page, shopper)
  const secondTab = await context.newPage()
  await secondTab.goto('/cart')
  const { data: before } = await buy<{ data: { _id: string }[] }>('GET', '/api/cart/get')
  for (const { _id } of before) await buy('DELETE', '/api/cart/deleteCartItem', { _id })
  await secondTab.reload()
  await expect(secondTab.getByText('Cart is empty')).toBeVisible()
  await page.goto('/search?q=milk')
  const name = await addFirst(page)
  await expect(secondTab.getByRole('link', { name, exact: true })).toBeVisible()
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(secondTab.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('the focused element is never under the cart bar', async ({ page, isMobile }) => {
  const { buy, goods, order } = await shopperWithAddress(page, 2)
  await order()
  await buy('POST', '/api/cart/create', { productId: goods[0]?._id })
  await logInByAPI(page, shopper)
  await page.goto('/')
  if (isMobile) {
    // The "Buy again" row of a returning shopper loads last and moves the others down.
    await expect(page.getByRole('heading', { name: 'Buy again' })).toBeVisible()
    await expect(page.getByRole('link', { name: /View cart/ })).toBeVisible()
    let seen = 0
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const covered = () =>
        page.evaluate(() => {
          const focused = document.activeElement?.getBoundingClientRect()
          const fixed = [...document.querySelectorAll('a')].find(
            (link) => getComputedStyle(link).position === 'fixed' && link.href.endsWith('/cart'),
          )
          if (!focused || !fixed || document.activeElement === fixed) return false
          return focused.bottom > fixed.getBoundingClientRect().top && focused.height < innerHeight / 2
        })
      // The browser scrolls to the focused element in a later frame than the key press.
      await expect.poll(covered, `after ${presses + 1} presses of Tab the focus is under the bar`).toBe(false)
      seen += 1
    }
    expect(seen).toBe(60)
  }
})

test('a picture is enlarged by keys, buttons, double tap and pinch, and moved', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  const { _id, name } = await stock(page, await apiAs(page), { name: 'Enlarged Elaichi' })
  await page.goto(`/product/it-${_id}`)
  await page.getByRole('button', { name: 'Zoom' }).click()
  const dialog = page.getByRole('dialog', { name })
  const frame = dialog.getByRole('group', { name: /^Picture/ })
  const scale = dialog.getByRole('status')
  await expect(scale).toHaveText('100 %')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Enlarge' }).click()
  await expect(scale).toHaveText('150 %')
  await frame.focus()
  await page.keyboard.press('+')
  await expect(scale).toHaveText('225 %')
  const left = () => frame.getByRole('img').evaluate((picture) => picture.getBoundingClientRect().left)
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await page.keyboard.press('0')
  await expect(scale).toHaveText('100 %')
  if (isMobile) {
    const { x, y, width } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    for (let taps = 0; taps < 2; taps++) await page.touchscreen.tap(x + width / 2, y + width / 2)
    await expect(scale).toHaveText('250 %')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [-apart, apart].map((offset, id) => ({ x: x + width / 2 + offset, y: y + width / 2, id })),
      })
    await touch('touchStart', 100)
    await touch('touchMove', 50)
    await touch('touchEnd', 50)
    await expect(scale).toHaveText('125 %')
  } else {
    await frame.hover()
    await page.mouse.wheel(0, -500)
    await expect(scale).not.toHaveText('100 %')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Zoom' })).toBeFocused()
})
