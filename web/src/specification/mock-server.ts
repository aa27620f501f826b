import { vi } from 'vitest'
import type { User } from '@/features/account/api'
import type { Address } from '@/features/address/api'
import type { CartLine } from '@/features/cart/api'
import type { Category, Product, SubCategory } from '@/features/catalog/api'
import type { OrderRow } from '@/features/order/api'
import type { ShopSettings } from '@/features/settings/shop-rules'

const MADE = '2026-01-05T06:30:00Z'
const times = { createdAt: MADE, updatedAt: MADE }

export const dairy: Category = {
  _id: 'dairy0000000',
  name: 'Dairy, Bread & Eggs',
  image: '/media/dairy.jpg',
  position: 1,
  ...times,
}
export const spices: Category = {
  _id: 'spices000000',
  name: 'Masala',
  image: '/media/masala.jpg',
  position: 2,
  ...times,
}
export const milk: SubCategory = {
  _id: 'milk00000000',
  name: 'Milk',
  image: '/media/milk.jpg',
  category: dairy,
  ...times,
}
export const curd: SubCategory = {
  _id: 'curd00000000',
  name: 'Curd',
  image: '/media/curd.jpg',
  category: dairy,
  ...times,
}

/** A product of the mock server, ₹100 with ₹10 off, changed as told. */
export function product(change: Partial<Product> = {}): Product {
  return {
    _id: 'toned0000000',
    name: 'Toned Milk',
    image: ['/media/toned.jpg'],
    category: dairy,
    subCategory: milk,
    unit: '500 ml',
    stock: 7,
    price: 100,
    discount: 10,
    discription: 'Fresh.',
    more_details: {},
    publish: true,
    ...times,
    ...change,
  }
}

export function cartLine(change: Partial<CartLine> = {}): CartLine {
  return { _id: 'line00000000', productId: product(), quantity: 2, ...times, ...change }
}

export const home: Address = {
  _id: 'home00000000',
  address_line: '14, 2nd Cross',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560003',
  country: 'India',
  mobile: '9876543210',
  status: true,
  ...times,
}

export function order(change: Partial<OrderRow> = {}): OrderRow {
  const { _id, name, image, price } = product()
  return {
    _id: 'order0000000',
    orderId: 'ORD-7K2M',
    checkoutId: 'checkout0000',
    checkoutNumber: 1001,
    producId: { _id, name, image, price, categoryId: dairy._id },
    product_detail: { name, image, price },
    unit: '500 ml',
    quantity: 2,
    orderedQuantity: 2,
    picked: false,
    discount: 10,
    totalAmt: 180,
    payment_method: 'COD',
    payment_status: 'COD',
    delivery_status: 'PENDING',
    delivery_address: home,
    ...times,
    ...change,
  }
}

export const shopper: User = {
  _id: 'asha00000000',
  name: 'Asha Rao',
  email: 'asha@example.in',
  avatar: '',
  mobile: '9822041873',
  verify_email: true,
  last_login_date: MADE,
  status: 'Active',
  role: 'USER',
  ...times,
}
export const administrator: User = { ...shopper, name: 'Meera Joshi', role: 'ADMIN' }

/** A shop in which nothing is set. */
export const openShop: ShopSettings = {
  name: 'Kirana',
  tagline: '',
  logo: '',
  accent: '',
  phone: '',
  whatsapp: '',
  email: '',
  address: '',
  hours: [],
  holidays: [],
  open: true,
  opensAt: null,
  pausedUntil: null,
  preorders: false,
  deliveryNote: '',
  pincodes: [],
  minOrder: 0,
  pay: { cod: true, online: true, upi: false },
  legal: { name: '', address: '', fssai: '', gstin: '', grievance: '' },
  pages: {},
  version: 0,
}

/** What a call is answered. */
export type Answer = { status?: number; body: object }

export const given = (data: unknown, more: object = {}): Answer => ({
  body: { success: true, error: false, message: '', data, ...more },
})
export const refused = (status: number, message = ''): Answer => ({
  status,
  body: { success: false, error: true, message, data: null },
})

/** Calls by method and path; 'away' does not answer, 'never' keeps one waiting. What is not named does not answer. */
export type Answers = Record<string, Answer | 'away' | 'never'>

export const NOT_OFFERED = 'Online payment is not available. Please choose cash on delivery.'

const OPEN_SHOP: Answers = {
  'GET /api/settings': refused(404),
  // A stream on which nothing happens.
  'GET /api/order/events': 'never',
  'GET /api/category/get': given([dairy, spices]),
  'POST /api/subCategory/get': given([milk, curd]),
  'GET /api/product/home': given([{ category: dairy, products: [product()] }]),
  'GET /api/product/getAll': given([product()], { totalCount: 1, totalNoPage: 1 }),
  'POST /api/product/getProductById': given(product()),
  'GET /api/user/user-details': given(shopper),
  'GET /api/user/logout': given(null),
  'GET /api/user/sessions': given([]),
  'GET /api/cart/get': given([]),
  'GET /api/address/get': given([]),
  'GET /api/order/getOrderDetails': given([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/order/mine': given([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/order/getAllOrderDetails': given([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/payment/options': given({ online: false, reason: NOT_OFFERED, test: false }),
}

/** What the mock server was asked, in order; `answers` may be changed on the way. */
export type MockServer = {
  answers: Answers
  /** `key` is the idempotency key. */
  asked: { call: string; query?: string; body: unknown; key?: string }[]
}

/** Puts a shop that gives these answers in the place of the server. */
export function mockServer(own: Answers): MockServer {
  const shop: MockServer = { answers: { ...OPEN_SHOP, ...own }, asked: [] }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const body: unknown = await request.json().catch(() => undefined)
    const key = request.headers.get('Idempotency-Key') ?? undefined
    shop.asked.push({ call, query: search || undefined, body, key })
    const answer = shop.answers[call] ?? 'away'
    if (answer === 'never') return new Promise<Response>(() => undefined)
    if (answer === 'away') throw new TypeError('no answer')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
  vi.stubGlobal('XMLHttpRequest', uploadsTo(shop))
  return shop
}

/** As much of XMLHttpRequest as sending a picture needs. */
function uploadsTo(shop: MockServer) {
  return class {
    readonly upload = {}
    status = 0
    response: unknown
    onload: (() => void) | undefined
    onerror: (() => void) | undefined
    private call = ''
    open(method: string, path: string) {
      this.call = `${method} ${path}`
    }
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      shop.asked.push({ call: this.call, body: [...form.keys()] })
      const answer = shop.answers[this.call] ?? 'away'
      if (answer === 'never') return
      queueMicrotask(() => {
        if (answer === 'away') return this.onerror?.()
        this.status = answer.status ?? 200
        this.response = answer.body
        this.onload?.()
      })
    }
  }
}
