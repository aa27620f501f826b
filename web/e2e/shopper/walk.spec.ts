import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'
import {
  addFirst,
  fillAddress,
  logIn,
  logOut,
  newShopper,
  openAccountMenu,
  openFirstSubCategory,
  productCards,
  register,
} from '../steps'

test('a shopper finds, orders by cash on delivery, and the administrator marks it delivered', async ({
  page,
}) => {
  const shopper = newShopper()
  let product = ''
  let order = ''

  await test.step('browse: a category leads to its first shelf', async () => {
    await openFirstSubCategory(page, 'Vegetables')
    await expect(productCards(page).first()).toBeVisible()
  })

  await test.step('search: every keystroke stands in the address', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/search\?q=$/)
    await page.getByRole('textbox', { name: 'Search products' }).pressSequentially('milk')
    await expect(page).toHaveURL(/\/search\?q=milk$/)
    await expect(productCards(page).first()).toContainText(/milk/i)
  })

  await test.step('register and log in', async () => {
    await register(page, shopper)
  })

  await test.step('add: Add becomes Remove, and the header knows', async () => {
    await page.goto('/search?q=milk')
    product = await addFirst(page)
    await page.getByRole('link', { name: /^Cart, 1 item · ₹/ }).click()
  })

  await test.step('cart: the bill, and on to the checkout', async () => {
    await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: product, exact: true }).last()).toBeVisible()
    await expect(page.getByText('Bill Details')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await expect(page.getByText('Free', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page).toHaveURL(/\/CheckOutPage$/)
  })

  await test.step('address: without one there is no order; the first one is typed in the checkout itself', async () => {
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expect(page.getByRole('alert')).toContainText('Please select a delivery address')
    await fillAddress(page)
    await expect(page.getByText('Bengaluru, Karnataka')).toBeVisible()
  })

  await test.step('cash on delivery: the address is saved, the order has a number and the cart is empty', async () => {
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expect(page.getByText('Address added successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/success/)
    await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()
    await expect(page.getByText('Thank you for your action!')).toBeVisible()
    order = (await page.getByText(/^ORD-\S+$/).textContent()) ?? ''
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByRole('link', { name: 'My Cart' })).toBeVisible()
  })

  await test.step('my orders: it is there, placed', async () => {
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'My Orders' }).click()
    const mine = page.getByRole('article').filter({ hasText: order })
    await expect(mine).toContainText(product)
    await expect(mine).toContainText('Placed')
    await expect(mine).toContainText('Cash on delivery')
  })

  await test.step('the administrator marks it delivered', async () => {
    await page.goto('/')
    await logOut(page)
    await page.goto('/login')
    await logIn(page, administrator)
    await expect(page.getByRole('link', { name: /Cart/ })).toHaveCount(0)
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    const status = page.getByRole('combobox', { name: `Delivery status of ${order}` })
    await expect(status).toHaveValue('PENDING')
    await status.selectOption('Delivered')
    await expect(page.getByText(`${order}: Delivered`)).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect(status).toHaveValue('DELIVERED')
  })

  await test.step('the shopper sees it delivered, and paid', async () => {
    await page.goto('/')
    await logOut(page)
    await page.goto('/login?redirect=/dashboard/myorders')
    await logIn(page, shopper)
    const mine = page.getByRole('article').filter({ hasText: order })
    await expect(mine).toContainText('Delivered')
    await expect(mine).toContainText('Paid')
  })
})
