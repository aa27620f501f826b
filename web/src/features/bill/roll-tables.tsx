import { formatAmount } from '@/lib/money'
import type { BillLine } from './bill'
import styles from './bill-roll.module.css'
import { billTexts } from './bill-texts'
import {
  byHSN,
  byRate,
  type Figures,
  formatRate,
  groupRate,
  sumOf,
  type TaxHead,
  valueColumn,
} from './figures'

const { columns } = billTexts

type Props = {
  lines: BillLine[]
  heads: TaxHead[]
  /** For 58 mm: both halves of the tax share a column, and amounts are shown without rates. */
  narrow: boolean
}

/** The included tax by HSN; on a bill without tax the values by HSN. Renders nothing if no line has an HSN. */
export function RollHSN({ lines, heads, narrow }: Props) {
  if (lines.every(({ hsn }) => !hsn)) return null
  const taxed = heads.length > 0
  // Both halves are equal: omit the second column.
  const shown = narrow ? heads.filter(({ head }) => head !== 'sgst') : heads
  const amounts = (figures: Figures) =>
    taxed ? [figures.taxable, ...shown.map(({ head }) => figures[head])] : [figures.gross]
  return (
    <table className={styles.table}>
      <caption>{taxed ? billTexts.taxInPrices : billTexts.hsnSummary}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.hsn}</th>
          {taxed && <th scope="col">{columns.rate}</th>}
          <th scope="col">{taxed && !narrow ? valueColumn(lines) : columns.value}</th>
          {shown.map((head) => (
            <th scope="col" key={head.head}>
              {narrow ? sharedName(head, heads) : head.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byHSN(lines).map((group) => (
          <tr key={`${group.hsn} ${group.rate} ${group.exempt}`}>
            <td>{group.hsn}</td>
            {taxed && <td>{groupRate(group)}</td>}
            <Amounts amounts={amounts(group)} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={taxed ? 2 : 1}>{billTexts.sum}</td>
          <Amounts amounts={amounts(sumOf(lines))} />
        </tr>
      </tfoot>
    </table>
  )
}

/** Returns the heading of the column that shows one half of the tax for both: "CGST, SGST each". */
function sharedName({ head, name }: TaxHead, heads: TaxHead[]): string {
  const second = heads.find((taxHead) => taxHead.head === 'sgst')
  return head === 'cgst' && second ? billTexts.eachOf(name, second.name) : name
}

/** The included tax by rate, with the share of each tax. */
export function RollRates({ lines, heads, narrow }: Props) {
  return (
    <table className={styles.table}>
      <caption>{billTexts.byRate}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.rate}</th>
          <th scope="col">{narrow ? columns.value : valueColumn(lines)}</th>
          {heads.map(({ head, name, part }) => (
            <th scope="col" key={head}>
              {narrow && part === 0.5 ? billTexts.halfOf(name) : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byRate(lines).map((group) => (
          <tr key={`${group.rate} ${group.exempt}`}>
            <td>{groupRate(group)}</td>
            <td>{formatAmount(group.taxable)}</td>
            {heads.map(({ head, part }) => (
              <td key={head}>
                {!narrow && part === 0.5 && !group.exempt && <i>{formatRate(group.rate * part)}</i>}
                {formatAmount(group[head])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amounts({ amounts }: { amounts: number[] }) {
  return amounts.map((amount, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns and their order are fixed
    <td key={index}>{formatAmount(amount)}</td>
  ))
}
