import { expect, test } from 'vitest'
import { DESKTOP, open } from './browser-screen'
import {
  administrator,
  aLine,
  cartLine,
  curd,
  dairy,
  home,
  type MockResponses,
  milk,
  okResponse,
  product,
  shopper,
} from './mock-server'
import { anOrder, orderList } from './orders'
import { overflowsOfPage } from './overflow'
import { PAPERS, RECORD_PAGES, recordsWith } from './people-data'

const WORD = 'Extraordinarilylongunbrokenproductname'.repeat(5)
const NAME = WORD.slice(0, 100)
const SMALL_PHONE = { width: 360, height: 740 }

const category = { ...dairy, name: NAME }
const subCategory = { ...milk, name: NAME, category }
const goods = product({ name: WORD, unit: WORD.slice(0, 60), price: 123456.5, category, subCategory })
const address = { ...home, address_line: WORD, city: NAME, state: NAME }
const { _id, image, price } = goods
const line = aLine({
  producId: { _id, name: WORD, image, price, categoryId: category._id },
  product_detail: { name: WORD, image, price },
  unit: goods.unit,
  delivery_address: address,
})
const customer = { _id: shopper._id, name: NAME, mobile: '9822041873' }
const placed = anOrder({ rows: [line], customer, delivery_address: address })
const lists = { totalCount: 1, totalNoPage: 1 }

const RESPONSES: MockResponses = {
  'GET /api/product/home': okResponse([{ category, products: [goods] }]),
  'GET /api/product/getAll': okResponse([goods], lists),
  'POST /api/product/getProductById': okResponse(goods),
  'GET /api/category/get': okResponse([category]),
  'POST /api/subCategory/get': okResponse([subCategory, { ...curd, category }]),
  'GET /api/cart/get': okResponse([cartLine({ productId: goods })]),
  'GET /api/address/get': okResponse([address]),
  'GET /api/order/getOrderDetails': okResponse([line], lists),
  'GET /api/order/getAllOrderDetails': okResponse([line], lists),
  'GET /api/order/mine': okResponse([placed], lists),
  'GET /api/order/checkouts': orderList(placed),
  'GET /api/order/checkout/1001': okResponse(placed),
}

const OWNER: MockResponses = {
  'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
}
const RECORDS = recordsWith({ name: NAME, address: WORD, note: WORD, unit: WORD.slice(0, 60) })

/** The products' price, which appears together with them. */
const PRICE = '1,23,456'

const PAGES = {
  shopper: [
    ['/', PRICE],
    ['/search?q=milk', PRICE],
    [`/${NAME}-${category._id}/${NAME}-${subCategory._id}`, PRICE],
    [`/product/${NAME}-${_id}`, PRICE],
    ['/cart', WORD],
    ['/CheckOutPage', NAME],
    ['/dashboard/address', NAME],
    ['/dashboard/myorders', WORD],
  ],
  administrator: [
    ['/dashboard/desk', NAME],
    ['/dashboard/desk/1001', NAME],
    ['/dashboard/orders', NAME],
    ['/dashboard/products', PRICE],
    ['/dashboard/Category', NAME],
    ['/dashboard/subCategory', NAME],
  ],
  clerk: RECORD_PAGES.map((path) => [path, NAME]),
  printer: PAPERS.map((path) => [path, path.endsWith('/poster') ? 'shop.example.com' : NAME]),
} satisfies Record<string, (readonly [path: string, last: string] | string[])[]>

for (const [who, pages] of Object.entries(PAGES))
  test(`a long word wraps and overlaps nothing, for a ${who}`, { timeout: 120_000 }, async () => {
    const found: string[] = []
    const as = who === 'shopper' ? 'shopper' : 'administrator'
    const responses = who === 'clerk' || who === 'printer' ? { ...OWNER, ...RECORDS } : RESPONSES
    for (const [path, last] of pages)
      for (const size of [SMALL_PHONE, DESKTOP]) {
        await open(path, { as, size, responses })
        await expect.poll(() => document.body.textContent, { message: path, timeout: 20_000 }).toContain(last)
        await expect.poll(() => document.querySelector('[data-skeleton]'), { message: path }).toBeNull()
        for (const what of overflowsOfPage('[role=dialog], [role=alertdialog], dialog[open]'))
          found.push(`${path} at ${size.width} px: ${what}`)
      }
    expect(found).toEqual([])
  })
