import type { Bill, BillLine } from './bill'

// Sample documents of each kind for tests. Their figures follow tax.SplitGross (internal/tax); the GSTINs are invented.

const seller: Bill['seller'] = {
  standing: 'REGISTERED',
  name: 'Ganesh Kirana Stores',
  address: 'Shop 4, Bhandarkar Road, Pune 411004',
  gstin: '27AAGFG4821K1ZA',
  state: '27',
  fssai: '11520000000000',
  phone: '90000 00012',
  sentence: '',
}

const line = (
  name: string,
  unit: string,
  hsn: string,
  [quantity, uqc]: [number, string],
  figures: Pick<BillLine, 'gross' | 'rate'> & Partial<BillLine>,
): BillLine => ({
  row: name,
  productId: name,
  name,
  unit,
  hsn,
  quantity,
  uqc,
  valued: figures.gross,
  treatment: 'TAXABLE',
  cessRate: 0,
  taxable: figures.gross,
  cgst: 0,
  sgst: 0,
  igst: 0,
  cess: 0,
  ...figures,
})

const halves = (gross: number, rate: number, taxable: number, half: number) => ({
  gross,
  rate,
  taxable,
  cgst: half,
  sgst: half,
})
const integrated = (gross: number, rate: number, taxable: number, igst: number) => ({
  gross,
  rate,
  taxable,
  igst,
})
const exempt = (gross: number) => ({ gross, rate: 0, treatment: 'EXEMPT' as const })
// The API sends null where no tax is shown, which its schema does not say.
const NO_RATE = null as unknown as number
const untaxed = (gross: number) => ({ gross, rate: NO_RATE, treatment: '' as const })

const taxInvoice: Bill = {
  number: 'GK/26-27/00641',
  kind: 'TAX_INVOICE',
  issuedAt: '2026-11-26T13:44:00Z',
  order: 1046,
  seller,
  buyer: {
    name: 'Meera Pillai',
    gstin: '',
    address: '3, Kalpataru Residency, Karve Nagar, Pune 411052',
    state: '27',
  },
  placeOfSupply: '27',
  interState: false,
  utgst: false,
  lines: [
    line('Chakki Atta, Sharbati', '5 kg', '1101', [1, 'PAC'], halves(249, 5, 237.14, 5.93)),
    line('Toor Dal', '1 kg', '0713', [2, 'PAC'], halves(328, 5, 312.38, 7.81)),
    line('Cow Ghee', '500 ml', '0405', [1, 'BTL'], halves(345, 5, 328.58, 8.21)),
    line('Sunflower Oil', '1 L', '1512', [1, 'PAC'], halves(152.5, 5, 145.24, 3.63)),
    line('Hand Wash, refill', '750 ml', '340130', [1, 'PAC'], halves(99, 18, 83.9, 7.55)),
    line('Washing Powder', '1 kg', '3402', [1, 'PAC'], halves(128, 18, 108.48, 9.76)),
    line('Cola', '750 ml', '220210', [2, 'BTL'], halves(80, 40, 57.14, 11.43)),
  ],
  taxes: [],
  total: 1381.5,
  roundOff: 0.5,
  payable: 1382,
  words: 'Rupees One Thousand Three Hundred Eighty Two Only',
  creditFor: '',
  creditDay: '',
  reason: '',
  moneyOnly: false,
  canceledAt: null,
}

const invoiceBill: Bill = {
  ...taxInvoice,
  number: 'GK/26-27/00518',
  kind: 'INVOICE_CUM_BILL_OF_SUPPLY',
  order: 1039,
  lines: [
    line('Tomato, Local', '500 g', '0702', [2, 'PAC'], exempt(56)),
    line('Malai Paneer, Fresh', '200 g', '0406', [1, 'PAC'], exempt(89)),
    line('Full Cream Milk', '1 L', '0401', [2, 'PAC'], exempt(138)),
    line('Dahi, Set Curd', '400 g', '0403', [1, 'TUB'], halves(49.5, 5, 47.14, 1.18)),
    line('Chakki Atta, Sharbati', '5 kg', '1101', [1, 'PAC'], halves(249, 5, 237.14, 5.93)),
    line('Banana, Robusta', '6 pcs', '0803', [2, 'PAC'], exempt(84)),
  ],
  total: 665.5,
  roundOff: 0.5,
  payable: 666,
  words: 'Rupees Six Hundred Sixty Six Only',
}

const billOfSupply: Bill = {
  ...taxInvoice,
  number: 'SB/26-27/02210',
  kind: 'BILL_OF_SUPPLY',
  order: 0,
  seller: {
    ...seller,
    standing: 'COMPOSITION',
    name: 'Shree Balaji Kirana',
    gstin: '27ABNPJ2468R1ZS',
    sentence: 'composition taxable person, not eligible to collect tax on supplies',
  },
  buyer: { name: 'Counter', gstin: '', address: '', state: '' },
  lines: [
    line('Basmati Rice', '5 kg', '1006', [1, 'PAC'], { ...untaxed(525), treatment: 'TAXABLE' }),
    line('Chana Dal', '1 kg', '0713', [2, 'PAC'], { ...untaxed(196), treatment: 'TAXABLE' }),
    line('Onion', '1 kg', '0703', [2, 'PAC'], { ...untaxed(72), treatment: 'EXEMPT' }),
    line('Bathing Soap', '4 × 100 g', '340111', [1, 'PAC'], { ...untaxed(149), treatment: 'TAXABLE' }),
  ],
  total: 942,
  roundOff: 0,
  payable: 942,
  words: 'Rupees Nine Hundred Forty Two Only',
}

const cashMemo: Bill = {
  ...taxInvoice,
  number: 'SK/26-27/00388',
  kind: 'CASH_MEMO',
  order: 212,
  seller: { ...seller, standing: 'UNREGISTERED', name: 'Sai Kirana', gstin: '' },
  lines: [
    line('Poha, Thick', '500 g', '', [1, 'PAC'], untaxed(38)),
    line('Bhujia', '200 g', '', [2, 'PAC'], untaxed(110)),
    line('Coriander', '1 bunch', '', [1, 'BUN'], untaxed(15)),
    line('Potato, loose', '1 kg', '', [1.3, 'KGS'], untaxed(41.6)),
    line('Curd, pouch', '500 g', '', [1, 'PAC'], untaxed(35)),
  ],
  total: 239.6,
  roundOff: 0.4,
  payable: 240,
  words: 'Rupees Two Hundred Forty Only',
}

const otherState: Bill = {
  ...taxInvoice,
  number: 'GK/26-27/00588',
  order: 1043,
  buyer: {
    name: 'Suvarna Canteen Services Pvt Ltd',
    gstin: '29AAKCS7315M1ZP',
    address: '18, Second Cross, Peenya Industrial Area, Bengaluru 560058',
    state: '29',
  },
  placeOfSupply: '29',
  interState: true,
  lines: [
    line('Chakki Atta, Sharbati', '10 kg', '1101', [20, 'PAC'], integrated(9300, 5, 8857.14, 442.86)),
    line('Tea, Dust', '1 kg', '0902', [12, 'PAC'], integrated(4950, 5, 4714.29, 235.71)),
    line('Sugar', '5 kg', '1701', [15, 'PAC'], integrated(3525, 5, 3357.14, 167.86)),
    line('Sunflower Oil', '5 L jar', '1512', [6, 'CAN'], integrated(4494, 5, 4280, 214)),
    line('Dish Wash Liquid', '5 L can', '3402', [4, 'CAN'], integrated(2740, 18, 2322.03, 417.97)),
    line('Cola', '24 × 300 ml', '220210', [3, 'CTN'], integrated(1368, 40, 977.14, 390.86)),
  ],
  total: 26377,
  roundOff: 0,
  payable: 26377,
  words: 'Rupees Twenty Six Thousand Three Hundred Seventy Seven Only',
}

/** Before 22 September 2025 cola was subject to a cess; Chandigarh is a union territory. */
const cess: Bill = {
  ...taxInvoice,
  number: 'A/25-26/0001',
  seller: { ...seller, gstin: '04AAGFG4821K1ZI', state: '04' },
  placeOfSupply: '04',
  utgst: true,
  lines: [
    line('Bath soap', '100 g', '34011190', [2, 'NOS'], halves(90, 18, 76.28, 6.86)),
    line('Cola', '750 ml', '22021010', [3, 'NOS'], { ...halves(120, 28, 85.71, 12), cess: 10.29 }),
    line('Tea', '250 g', '0902', [1, 'NOS'], halves(157.5, 5, 150, 3.75)),
  ],
  total: 367.5,
  roundOff: 0,
  payable: 367.5,
  words: 'Rupees Three Hundred Sixty Seven and Fifty Paise Only',
}

const creditNote: Bill = {
  ...taxInvoice,
  number: 'GKC/26-27/00008',
  kind: 'CREDIT_NOTE',
  issuedAt: '2026-11-27T04:30:00Z',
  lines: [
    line('Cow Ghee', '500 ml', '0405', [1, 'BTL'], halves(345, 5, 328.58, 8.21)),
    line('Cola', '750 ml', '220210', [1, 'BTL'], halves(40, 40, 28.58, 5.71)),
  ],
  total: 385,
  roundOff: -0.5,
  payable: 384.5,
  words: 'Rupees Three Hundred Eighty Four and Fifty Paise Only',
  creditFor: 'GK/26-27/00641',
  creditDay: '2026-11-26',
  reason: 'Cow Ghee returned, the seal was open',
}

/** One document of each kind, and the cases that the law requires to look different. */
export const bills = {
  taxInvoice,
  invoiceBill,
  billOfSupply,
  cashMemo,
  otherState,
  cess,
  creditNote,
} satisfies Record<string, Bill>
