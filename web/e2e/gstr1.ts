/** Computes GSTR-1's sums from sales independently of the program, and reads the program's file for comparison. */

/** Amounts in paise: taxable value, IGST, CGST, SGST. */
type Amounts = [number, number, number, number]

/** Sums by table, state or buyer, and rate. */
export type Sums = Record<string, Amounts>

export interface Line {
  hsn: string
  /** Per cent; 0 for exempt goods. */
  rate: number
  /** In paise, of all pieces, with tax. */
  gross: number
  /** In paise, of the returned pieces. */
  back: number
}

export interface Sale {
  /** The state code of the place of supply. */
  place: string
  gstin: string
  lines: Line[]
}

const HOME = '27'
const LARGE = 1_00_000_00

const halfUp = (above: number, below: number) => Math.floor((2 * above + below) / (2 * below))

function split(gross: number, rate: number, inter: boolean): Amounts {
  const taxable = halfUp(gross * 100, 100 + rate)
  if (inter) return [taxable, gross - taxable, 0, 0]
  const half = halfUp(taxable * rate, 200)
  return [gross - 2 * half, 0, half, half]
}

function add(sums: Sums, key: string, amounts: Amounts, sign = 1) {
  const old = sums[key] ?? [0, 0, 0, 0]
  sums[key] = old.map((paise, i) => paise + sign * (amounts[i] ?? 0)) as Amounts
}

/** Computes the sums of sales: a bill each, and a credit note for returned pieces. */
export function expectedSums(sales: Sale[]): Sums {
  const sums: Sums = {}
  for (const { place, gstin, lines } of sales) {
    const inter = place !== HOME
    const large = inter && !gstin && lines.reduce((sum, { gross }) => sum + gross, 0) > LARGE
    for (const { hsn, rate, gross, back } of lines) {
      const sold = split(gross, rate, inter)
      const stays = split(gross - back, rate, inter)
      const credited = sold.map((paise, i) => paise - (stays[i] ?? 0)) as Amounts
      const supply = `${inter ? 'INTR' : 'INTRA'}${gstin ? 'B2B' : 'B2C'}`
      if (rate === 0) add(sums, `nil ${supply}`, stays)
      else if (gstin) {
        add(sums, `b2b ${gstin} ${rate}`, sold)
        if (back) add(sums, `cdnr ${gstin} ${rate}`, credited)
      } else if (large) {
        add(sums, `b2cl ${place} ${rate}`, sold)
        if (back) add(sums, `cdnur ${place} ${rate}`, credited)
      } else add(sums, `b2cs ${place} ${rate}`, stays)
      add(sums, `hsn_${gstin ? 'b2b' : 'b2c'} ${hsn} ${rate}`, stays)
    }
  }
  return withoutNothing(sums)
}

interface Detail {
  rt: number
  txval: number
  iamt?: number
  camt?: number
  samt?: number
}
type Items = { itms: { itm_det: Detail }[] }

export interface GSTR1 {
  gstin: string
  fp: string
  b2b?: { ctin: string; inv: Items[] }[]
  b2cl?: { pos: string; inv: Items[] }[]
  b2cs?: (Detail & { pos: string })[]
  cdnr?: { ctin: string; nt: Items[] }[]
  cdnur?: (Items & { pos: string })[]
  nil?: { inv: { sply_ty: string; expt_amt: number }[] }
  hsn?: Record<'hsn_b2b' | 'hsn_b2c', (Detail & { hsn_sc: string })[] | undefined>
  doc_issue?: { doc_det: { doc_num: number; docs: { totnum: number; cancel: number }[] }[] }
}

const paise = (rupees = 0) => Math.round(rupees * 100)

/** Reads the sums from a file's tables. */
export function readSums(file: GSTR1): Sums {
  const sums: Sums = {}
  const put = (key: string, { rt, txval, iamt, camt, samt }: Detail) =>
    add(sums, `${key} ${rt}`, [paise(txval), paise(iamt), paise(camt), paise(samt)])
  const items = (key: string, documents: Items[]) => {
    for (const { itms } of documents) for (const { itm_det } of itms) put(key, itm_det)
  }
  for (const { ctin, inv } of file.b2b ?? []) items(`b2b ${ctin}`, inv)
  for (const { pos, inv } of file.b2cl ?? []) items(`b2cl ${pos}`, inv)
  for (const row of file.b2cs ?? []) put(`b2cs ${row.pos}`, row)
  for (const { ctin, nt } of file.cdnr ?? []) items(`cdnr ${ctin}`, nt)
  for (const note of file.cdnur ?? []) items(`cdnur ${note.pos}`, [note])
  for (const { sply_ty, expt_amt } of file.nil?.inv ?? [])
    add(sums, `nil ${sply_ty}`, [paise(expt_amt), 0, 0, 0])
  for (const list of ['hsn_b2b', 'hsn_b2c'] as const)
    for (const row of file.hsn?.[list] ?? []) put(`${list} ${row.hsn_sc}`, row)
  return withoutNothing(sums)
}

function withoutNothing(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([, amounts]) => amounts.some(Boolean)))
}
