import { expect, type Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI, type Product, stock } from './administration'
import { type Account, newShopper } from './steps'

/** A shopper at the checkout, with a product in the cart that no other test orders. */
export interface Payer {
  who: Account
  /** Calls the API as the shopper. */
  call: Call
  /** Calls the API as the administrator. */
  admin: Call
  product: Product
}

const PRICE = 40

/** Brings a new shopper to the checkout with two pieces in the cart. */
export async function openCheckout(page: Page, name: string): Promise<Payer> {
  const payer = await withCart(page, name)
  await page.goto('/CheckOutPage')
  await expect(page.getByRole('radio', { name: /Malleshwaram/ })).toBeChecked()
  return payer
}

async function withCart(page: Page, name: string): Promise<Payer> {
  const who = newShopper()
  const { name: called, email, password } = who
  const registered = await page.request.post('/api/user/register', {
    data: { name: called, email, password },
  })
  expect(registered.status(), 'registering').toBe(201)
  const admin = await apiAs(page)
  const product = await stock(page, admin, { name, price: PRICE })
  const call = await apiAs(page, who)
  await call('POST', '/api/address/create', {
    address_line: '14, 2nd Cross, Malleshwaram',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560003',
    country: 'India',
    mobile: '9876543210',
  })
  await call('POST', '/api/cart/create', { productId: product._id, quantity: 2 })
  await logInByAPI(page, who)
  return { who, call, admin, product }
}

/** Presses Pay Online and waits for the amount on the test page. */
export async function payOnline(page: Page) {
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page).toHaveURL(/\/testpay\//)
  await expect(page.getByRole('heading', { name: `Pay ₹${2 * PRICE}` })).toBeVisible()
}

/** Presses a button of the test page. */
export async function pressOnTestPage(page: Page, deed: 'Pay' | 'Pay later' | 'Decline' | 'Cancel') {
  const name = deed === 'Pay' ? `Pay ₹${2 * PRICE}` : deed
  await page.getByRole('button', { name, exact: true }).click()
}

/** Returns payment and delivery status of the shopper's orders, newest first. */
export async function statuses({ call }: Payer): Promise<string[]> {
  type Row = { payment_status: string; delivery_status: string }
  const { data } = await call<{ data: Row[] }>('GET', '/api/order/getOrderDetails')
  return data.map((row) => `${row.payment_status} ${row.delivery_status}`)
}

/** Returns the stock of the product, and its pieces in the cart. */
export async function quantities({ call, product: { _id } }: Payer) {
  const shelf = await call<{ data: Product }>('POST', '/api/product/getProductById', { productId: _id })
  const cart = await call<{ data: { quantity: number }[] }>('GET', '/api/cart/get')
  return { shelf: shelf.data.stock, cart: cart.data.reduce((sum, { quantity }) => sum + quantity, 0) }
}
