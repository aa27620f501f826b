import type { Bill } from '@/features/bill/bill'
import { bills } from '@/features/bill/bill-fixtures'
import type { CustomerProfile } from '@/features/customer/api'
import type { KhataStatement } from '@/features/khata/api'
import type { Purchase, Supplier } from '@/features/purchase/api'
import { home, type MockResponses, okResponse, openShop, product } from './mock-server'
import { anOrder, orderList } from './orders'
import { settings } from './owner-data'

/** Texts of the records, by default short ones. */
export type Words = { name: string; address: string; note: string; unit: string }
const WORDS: Words = {
  name: 'Asha Deshmukh',
  address: home.address_line,
  note: 'Rings twice',
  unit: '500 ml',
}

const CUSTOMER = 'customer0000'
export const PURCHASE = 'purchase0000'
const DRAFT = 'draft0000000'
const AT = '2026-01-08T10:00:00Z'
const NO_SUMS = { cess: 0, cgst: 0, igst: 0, sgst: 0 }
const ONE_PAGE = { totalCount: 1, totalNoPage: 1 }

/** Returns the responses of a customer, their khata, a supplier's bills, and papers, with the given words. */
export function recordsWith(words: Partial<Words> = {}, booked: Partial<Purchase> = {}): MockResponses {
  const { name, address, note, unit } = { ...WORDS, ...words }
  const customer = { _id: CUSTOMER, name, mobile: '9000000042' }
  const goods = product({ name: words.name ?? 'Toned Milk', unit })
  const delivery = { ...home, address_line: address, city: name, state: name }
  const order = anOrder({ customer, delivery_address: delivery })
  const khata: KhataStatement = {
    customer,
    balance: 943,
    since: AT,
    age: '0-30',
    limit: 3000,
    ownLimit: true,
    lastReminderAt: null,
    oldestOpen: 828,
    entries: [
      {
        _id: 'e2',
        at: AT,
        who: name,
        kind: 'PAYMENT',
        by: 'UPI',
        amount: -172,
        balance: 943,
        reference: note,
      },
      { _id: 'e1', at: AT, who: name, kind: 'CORRECTION', amount: 1115, balance: 1115, reason: note },
    ],
  }
  const profile: CustomerProfile = {
    ...customer,
    addresses: [delivery],
    area: '560003',
    buysMost: [{ productId: goods._id, name: goods.name, unit, image: '/media/toned.jpg', pieces: 4 }],
    cancelled: 1,
    checkouts: [order],
    createdAt: AT,
    email: 'asha@example.in',
    khata,
    lastOrderAt: AT,
    login: true,
    mobiles: ['9000000042', '9000000043'],
    note,
    open: 1,
    orders: 3,
    place: name,
    spent: 4200,
    status: 'Active',
    suspendedReason: '',
  }
  const supplier: Supplier = {
    _id: 'supplier0000',
    createdAt: AT,
    daysToPay: 15,
    due: 400,
    gstin: '',
    late: 0,
    mobile: '9000000044',
    name,
    products: 1,
    state: '29',
    updatedAt: AT,
  }
  const purchase: Purchase = {
    ...NO_SUMS,
    _id: PURCHASE,
    bill: note.slice(0, 40),
    bookedAt: AT,
    createdAt: AT,
    credit: true,
    date: '2026-01-08',
    discount: 0,
    due: 400,
    kind: 'PURCHASE',
    lines: [
      {
        ...NO_SUMS,
        _id: 'lot000000000',
        cost: 80,
        costIncludesTax: true,
        free: 0,
        grams: null,
        mrp: 100,
        pieces: 5,
        price: 90,
        product: {
          cost: 80,
          image: ['/media/toned.jpg'],
          mrp: 100,
          name: goods.name,
          price: 90,
          rate: 0,
          stock: 7,
          unit,
        },
        productId: goods._id,
        rate: 0,
        returned: 0,
        taxable: 400,
        value: 400,
      },
    ],
    paid: 0,
    paperTotal: 400,
    payments: [{ _id: 'payment00000', amount: 100, at: AT, by: 'UPI', reference: note, who: name }],
    pieces: 5,
    returned: 0,
    roundOff: 0,
    state: 'PART',
    supplier,
    taxable: 400,
    total: 400,
    typedRoundOff: null,
    updatedAt: AT,
    who: name,
    ...booked,
  }
  const sums = {
    counts: { expiring: 0, reorder: 0, suppliers: 1 },
    dues: { due: 400, late: 0, lateMonth: 0, suppliers: 1 },
    month: { tax: 0, total: 400 },
    atCost: { still: 0, unknown: 0, value: 400 },
    of: '2026-11',
  }
  const ages = [{ age: '0-30', people: 1, amount: 943 }]
  const { taxInvoice } = bills
  const bill: Bill = {
    ...taxInvoice,
    seller: { ...taxInvoice.seller, ...(words.name && { name }) },
    buyer: { ...taxInvoice.buyer, name, address },
    lines: taxInvoice.lines.map((line) => ({
      ...line,
      name: words.name ?? line.name,
      unit: words.unit ?? line.unit,
    })),
  }
  return {
    'GET /api/settings': okResponse({ ...openShop, ...(words.name && { name }) }),
    'GET /api/customers': okResponse([profile], { ...ONE_PAGE, thisMonth: 1, areas: [] }),
    [`GET /api/customers/${CUSTOMER}`]: okResponse(profile),
    'GET /api/khata': okResponse([khata], { ...ONE_PAGE, ages }),
    [`GET /api/khata/${CUSTOMER}`]: okResponse(khata),
    'GET /api/purchases': okResponse([purchase], { ...ONE_PAGE, sums }),
    [`GET /api/purchases/${PURCHASE}`]: okResponse(purchase),
    [`GET /api/purchases/${DRAFT}`]: okResponse({
      ...purchase,
      _id: DRAFT,
      bookedAt: null,
      state: 'DRAFT',
      payments: [],
    }),
    'GET /api/suppliers': okResponse([supplier]),
    'GET /api/stock/expiring': okResponse([], { sums: [] }),
    'GET /api/stock/reorder': okResponse([
      { daysLeft: 2, ordered: 0, packSize: 1, packs: 4, perDay: 1, product: goods },
    ]),
    'GET /api/order/checkouts': orderList(order),
    [`GET /api/bills/${billPath}`]: okResponse(bill),
    [`GET /api/order/checkout/${bill.order}`]: okResponse({ ...order, number: bill.order }),
    'POST /api/product/getProductById': okResponse(goods),
    'GET /api/settings/all': okResponse(settings(words.name ? { name } : {})),
    'GET /api/report/reach': okResponse({ address: 'https://shop.example.com', at: AT, state: 'REACHED' }),
  }
}

const billPath = bills.taxInvoice.number.replaceAll('/', '-')

/** The pages of these records. */
export const RECORD_PAGES = [
  '/dashboard/customers',
  `/dashboard/customers/${CUSTOMER}`,
  '/dashboard/khata',
  `/dashboard/khata/${CUSTOMER}`,
  '/dashboard/purchases',
  '/dashboard/purchases/new',
  '/dashboard/purchases/reorder',
  '/dashboard/purchases/suppliers',
  `/dashboard/purchases/${PURCHASE}`,
  `/dashboard/purchases/${DRAFT}`,
]

export const PAPERS = [
  '/dashboard/print?kind=slip&ids=checkout0000',
  '/dashboard/print?kind=bill&ids=checkout0000',
  '/dashboard/print?kind=riders&ids=checkout0000',
  `/dashboard/bill/${billPath}?paper=a4`,
  `/dashboard/bill/${billPath}?paper=80`,
  `/dashboard/labels?ids=${product()._id}`,
  '/dashboard/poster',
]
