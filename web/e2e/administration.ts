import { expect, type Page } from '@playwright/test'
import { administrator } from './shop'
import type { Account } from './steps'

/** Helpers for administration tests: logins without the login page, API calls, and products of a test. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the API as a user and returns the whole response body. Fails the test when the call is refused. */
export type Call = <Body>(method: Method, path: string, body?: object) => Promise<Body>

export interface NamedRecord {
  _id: string
  name: string
}

export interface Product extends NamedRecord {
  image: string[]
  category: NamedRecord
  subCategory: NamedRecord
  unit: string
  stock: number
  price: number
  publish: boolean
}

export async function tokensOf(page: Page, { email, password }: Account) {
  const response = await page.request.post('/api/user/login', { data: { email, password } })
  expect(response.status(), `${email} logs in`).toBe(200)
  return (await response.json()).data as { accessToken: string; refreshToken: string }
}

/** Logs a user in without the login page. */
export async function logInByAPI(page: Page, who: Account) {
  const tokens = await tokensOf(page, who)
  await page.goto('/favicon.svg')
  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
  }, tokens)
}

// The tests of a worker share its shop and the logins of API calls.
const logins = new Map<string, string>()

async function newToken(page: Page, who: Account): Promise<string> {
  const { accessToken } = await tokensOf(page, who)
  logins.set(who.email, accessToken)
  return accessToken
}

/** Sends a request as a user in another session; logs in again if the session has expired. */
async function fetchAs(
  page: Page,
  who: Account,
  path: string,
  request: Parameters<Page['request']['fetch']>[1],
) {
  const send = (token: string) =>
    page.request.fetch(path, { ...request, headers: { Authorization: `Bearer ${token}` } })
  const response = await send(logins.get(who.email) ?? (await newToken(page, who)))
  return response.status() === 401 ? send(await newToken(page, who)) : response
}

/** Returns a function that calls the API as a user in another session. */
export async function apiAs(page: Page, who: Account = administrator): Promise<Call> {
  return async (method, path, body) => {
    const response = await fetchAs(page, who, path, { method, data: body })
    expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
    return await response.json()
  }
}

/** Returns a picture file of one color. */
export function picture(name: string, colour: readonly [number, number, number], side = 1) {
  const size = [side & 255, side >> 8]
  const screen = [...size, ...size, 0x80, 0, 0]
  const palette = [...colour, 255, 255, 255]
  const image = [0x2c, 0, 0, 0, 0, ...size, ...size, 0, 2, 2, 0x44, 1, 0, 0x3b]
  return {
    name,
    mimeType: 'image/gif',
    buffer: Buffer.from([...Buffer.from('GIF89a'), ...screen, ...palette, ...image]),
  }
}

/** Returns several picture files, each of another color. */
export function pictures(count: number) {
  return Array.from({ length: count }, (_, place) => picture(`${place + 1}.gif`, [40 * place, 160, 90]))
}

type ProductValues = {
  name: string
  stock?: number
  price?: number
  discount?: number
  unit?: string
  image?: string[]
  more_details?: Record<string, string>
  hsn?: string
  taxCondition?: string
}

/** The addresses of five pictures, which the products of a worker's tests share. */
const uploaded: string[] = []

async function fivePictures(page: Page): Promise<string[]> {
  for (const file of pictures(5).slice(uploaded.length)) {
    const upload = { method: 'POST', multipart: { image: file } }
    const response = await fetchAs(page, administrator, '/api/file/upload', upload)
    uploaded.push((await response.json()).imageUrl.url)
  }
  return uploaded
}

/** Creates a product in a category of the demo shop. */
export async function stock(page: Page, call: Call, about: ProductValues) {
  const shelf = await call<{ data: Product[] }>('GET', '/api/product/getAll?page=1&limit=1')
  const [{ category, subCategory }] = shelf.data as [Product]
  const made = await call<{ data: Product }>('POST', '/api/product/create', {
    image: about.image ?? (await fivePictures(page)),
    category: category._id,
    subCategory: subCategory._id,
    unit: '250 g',
    stock: 9,
    price: 40,
    discount: 0,
    discription: 'For a test of the counter.',
    ...about,
  })
  return made.data
}

/** Returns the published products with the largest stock: other tests order from the same shop. */
export async function bestStocked(call: Call, count: number): Promise<Product[]> {
  const { data } = await call<{ data: Product[] }>('GET', '/api/product/getAll?inStock=true&page=1&limit=100')
  const onSale = data.filter(({ publish }) => publish).sort((a, b) => b.stock - a.stock)
  expect(onSale.length).toBeGreaterThanOrEqual(count)
  return onSale.slice(0, count)
}
