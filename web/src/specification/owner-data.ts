import type { OwnerSettings } from '@/features/settings/staff-api'
import { openShop } from './mock-server'

/** Data of pages for owners. */

export const alerts = {
  sound: true,
  push: true,
  mail: true,
  newMinutes: 10,
  packingMinutes: 15,
  lateMinutes: 30,
}

/** Returns the mock server's settings as the owner reads them. */
export function settings(change: Partial<OwnerSettings> = {}): OwnerSettings {
  const { opensAt: _, open: __, ...rest } = openShop
  return {
    ...rest,
    pay: { cod: true, online: true, upi: true },
    alerts,
    bill: { prefix: 'B', start: 1 },
    hsnDigits: 4,
    roundOff: false,
    khata: { limit: null },
    nextBill: 0,
    online: true,
    upiId: '',
    upiName: '',
    deliveryMinutes: 0,
    deliveryBy: '',
    deliveryCutoff: '',
    cashOrders: 10,
    cashLimit: 25_000,
    cashUnverified: 0,
    refundLimit: 0,
    productFeed: false,
    riders: [],
    counter: { discountLimit: 0 },
    weightBarcodes: [],
    languages: ['en'],
    spoken: [
      { code: 'en', name: 'English' },
      { code: 'hi', name: 'हिन्दी' },
    ],
    readiness: [],
    version: 1,
    ...change,
  }
}

const day = { date: '2026-01-15', orders: 0, revenue: 0 }

/** The report of a day without orders. */
export const today = {
  ...day,
  byStatus: { PENDING: 0, DELIVERED: 0, CANCELED: 0 },
  counts: { NEW: 0, PACKING: 0, PACKED: 0, OUT: 0, DONE: 0, PROBLEMS: 0 },
  waiting: { orders: 0, rows: 0, unpaid: 0, refundsDue: 0 },
  outOfStock: { count: 0, products: [] },
  lowStock: { count: 0, products: [] },
  days: Array.from({ length: 30 }, (_, index) => ({
    ...day,
    date: `2026-01-${String(index + 1).padStart(2, '0')}`,
  })),
  todaySums: { cash: 0, upi: 0, card: 0, khata: 0, khataOwed: 0, toCollect: 0 },
  needs: [],
  soldMost: [],
}
