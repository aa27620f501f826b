import { vi } from 'vitest'
import type { User } from '@/features/account/api'
import type { Address } from '@/features/address/api'
import type { CartLine } from '@/features/cart/api'
import type { Category, Product, SubCategory } from '@/features/catalog/api'
import type { Line } from '@/features/order/api'
import type { ShopSettings } from '@/features/settings/shop-rules'

const CREATED_AT = '2026-01-05T06:30:00Z'
const times = { createdAt: CREATED_AT, updatedAt: CREATED_AT }

export const dairy: Category = {
  _id: 'dairy0000000',
  name: 'Dairy, Bread & Eggs',
  image: '/media/dairy.jpg',
  ownImages: true,
  position: 1,
  ...times,
}
export const spices: Category = {
  _id: 'spices000000',
  name: 'Masala',
  image: '/media/masala.jpg',
  ownImages: true,
  position: 2,
  ...times,
}
export const milk: SubCategory = {
  _id: 'milk00000000',
  name: 'Milk',
  image: '/media/milk.jpg',
  ownImages: true,
  category: dairy,
  ...times,
}
export const curd: SubCategory = {
  _id: 'curd00000000',
  name: 'Curd',
  image: '/media/curd.jpg',
  ownImages: true,
  category: dairy,
  ...times,
}

/** Returns a product of the mock server, ₹100 with ₹10 off, with the given changes. */
export function product(change: Partial<Product> = {}): Product {
  return {
    _id: 'toned0000000',
    name: 'Toned Milk',
    image: ['/media/toned.jpg'],
    ownImages: true,
    category: dairy,
    subCategory: milk,
    unit: '500 ml',
    stock: 7,
    soldBy: 'PIECE',
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

export function aLine(change: Partial<Line> = {}): Line {
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
    wish: 'REMOVE',
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
  last_login_date: CREATED_AT,
  status: 'Active',
  role: 'USER',
  ...times,
}
export const administrator: User = { ...shopper, name: 'Meera Joshi', role: 'ADMIN' }

/** The settings of a shop with defaults only. */
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
  holidayNotes: {},
  open: true,
  opensAt: null,
  pausedUntil: null,
  preorders: false,
  deliveryNote: '',
  pincodes: [],
  minOrder: 0,
  pay: { cod: true, online: true, upi: false },
  legal: { name: '', address: '', fssai: '', gst: '', gstin: '', state: '', grievance: '' },
  hsnDigits: 4,
  pages: {},
  version: 0,
}

/** The response of a call. */
export type MockResponse = { status?: number; body: object }

export const okResponse = (data: unknown, more: object = {}): MockResponse => ({
  body: { success: true, error: false, message: '', data, ...more },
})
export const errorResponse = (status: number, message = '', code = ''): MockResponse => ({
  status,
  body: { success: false, error: true, message, data: null, code },
})

/**
 * Responses by method and path. A function is called for each request; 'unreachable' fails without a response; 'never' does
 * not settle. Unlisted calls fail.
 */
export type MockResponses = Record<
  string,
  MockResponse | ((query: string) => MockResponse) | 'unreachable' | 'never'
>

export const NOT_OFFERED = 'Online payment is not available. Please choose cash on delivery.'

/** The responses of an open shop. */
const DEFAULT_RESPONSES: MockResponses = {
  'GET /api/settings': errorResponse(404),
  // An event stream without events.
  'GET /api/order/events': 'never',
  'GET /api/category/get': okResponse([dairy, spices]),
  'POST /api/subCategory/get': okResponse([curd, milk]),
  'GET /api/product/home': okResponse([{ category: dairy, products: [product()] }]),
  'GET /api/product/getAll': okResponse([product()], { totalCount: 1, totalNoPage: 1 }),
  'POST /api/product/getProductById': okResponse(product()),
  'GET /api/user/user-details': okResponse(shopper),
  'GET /api/user/logout': okResponse(null),
  'GET /api/user/sessions': okResponse([]),
  'GET /api/cart/get': okResponse([]),
  'GET /api/address/get': okResponse([]),
  'GET /api/address/pincode/560003': okResponse({ city: 'Bengaluru', state: 'Karnataka' }),
  'GET /api/order/getOrderDetails': okResponse([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/order/buyAgain': okResponse({ products: [], last: null }),
  'GET /api/order/mine': okResponse([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/order/getAllOrderDetails': okResponse([], { totalCount: 0, totalNoPage: 0 }),
  'GET /api/payment/options': okResponse({ online: false, reason: NOT_OFFERED, test: false }),
}

/** A request whose response is held until the test releases it. */
class Hold {
  arrive: (body: unknown) => void = () => {}
  /** Sends a response, by default the one listed for the call at that time. */
  release: (response?: MockResponse | 'unreachable') => void = () => {}
  /** Resolves to the request's body once the request has arrived. */
  readonly arrived = new Promise<unknown>((resolve) => {
    this.arrive = resolve
  })
  readonly response = new Promise<MockResponse | 'unreachable' | undefined>((resolve) => {
    this.release = resolve
  })
}

/** The mock server: its responses, which a test may change, and the requests that it received, in order. */
export type MockServer = {
  responses: MockResponses
  /** Holds the response of the next request of a call. */
  hold: (call: string) => Pick<Hold, 'arrived' | 'release'>
  /** `key` is the idempotency key. */
  requests: { call: string; query?: string; body: unknown; key?: string }[]
}

/** Replaces fetch by a mock server with the default responses and these. */
export function mockServer(changes: MockResponses): MockServer {
  const holds = new Map<string, Hold[]>()
  const shop: MockServer = {
    responses: { ...DEFAULT_RESPONSES, ...changes },
    requests: [],
    hold: (call) => {
      const held = new Hold()
      holds.set(call, [...(holds.get(call) ?? []), held])
      return held
    },
  }
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const request = new Request(new URL(path, location.origin), options)
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const body: unknown = await request.json().catch(() => undefined)
    const key = request.headers.get('Idempotency-Key') ?? undefined
    shop.requests.push({ call, query: search || undefined, body, key })
    const held = holds.get(call)?.shift()
    held?.arrive(body)
    const response = (await held?.response) ?? responseTo(shop, call, search)
    if (response === 'never') return new Promise<Response>(() => undefined)
    if (response === 'unreachable') throw new TypeError('no response')
    return Response.json(response.body, { status: response.status ?? 200 })
  })
  vi.stubGlobal('XMLHttpRequest', uploadsTo(shop))
  return shop
}

function responseTo(
  { responses }: MockServer,
  call: string,
  query = '',
): MockResponse | 'unreachable' | 'never' {
  const response = responses[call] ?? 'unreachable'
  return typeof response === 'function' ? response(query) : response
}

/** The part of XMLHttpRequest that picture uploads need. */
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
      shop.requests.push({ call: this.call, body: [...form.keys()] })
      const response = responseTo(shop, this.call)
      if (response === 'never') return
      queueMicrotask(() => {
        if (response === 'unreachable') return this.onerror?.()
        this.status = response.status ?? 200
        this.response = response.body
        this.onload?.()
      })
    }
  }
}
