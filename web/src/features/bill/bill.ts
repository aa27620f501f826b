/** A bill or credit note as it was issued. Amounts in rupees. */
export type Bill = {
  number: string
  kind: 'TAX_INVOICE' | 'BILL_OF_SUPPLY' | 'INVOICE_CUM_BILL_OF_SUPPLY' | 'CASH_MEMO' | 'CREDIT_NOTE'
  issuedAt: string
  order: number
  seller: {
    standing: 'REGISTERED' | 'COMPOSITION' | 'UNREGISTERED'
    name: string
    address: string
    gstin: string
    state: string
    fssai: string
    phone: string
    sentence: string
  }
  buyer: { name: string; gstin: string; address: string; state: string }
  placeOfSupply: string
  interState: boolean
  utgst: boolean
  lines: BillLine[]
  total: number
  roundOff: number
  payable: number
  words: string
  creditFor: string
  creditDay: string
  reason: string
  moneyOnly: boolean
  canceledAt: string | null
}

export type BillLine = {
  row: string
  productId: string
  name: string
  unit: string
  hsn: string
  quantity: number
  uqc: string
  gross: number
  base?: string
  valued: number
  treatment: string
  rate: number | null
  cessRate: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  cess: number
}
