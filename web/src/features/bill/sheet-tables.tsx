import { formatCount } from '@/lib/count'
import { formatAmount, toPaise } from '@/lib/money'
import { texts } from '@/lib/texts'
import type { Bill, BillLine } from './bill'
import styles from './bill-sheet.module.css'
import { billTexts } from './bill-texts'
import {
  byHSN,
  byRate,
  formatRate,
  formatRoundOff,
  type Group,
  goodsName,
  groupRate,
  isWeighed,
  itemCount,
  rateText,
  sumOf,
  type TaxHead,
  unitPrice,
  valueColumn,
} from './figures'

const { columns } = billTexts

type Props = { bill: Bill; heads: TaxHead[] }

/** The lines of a bill. On a phone the columns become a text below each line's name. */
export function SheetLines({ bill: { lines }, heads }: Props) {
  const sums = sumOf(lines)
  const coded = lines.some(({ hsn }) => hsn)
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col" className={styles.text}>
            {columns.goods}
          </th>
          {coded && (
            <th scope="col" className={styles.text}>
              {columns.hsn}
            </th>
          )}
          <th scope="col">{columns.quantity}</th>
          <th scope="col">{columns.price}</th>
          {heads.length > 0 && <th scope="col">{valueColumn(lines)}</th>}
          {heads.length > 0 && <th scope="col">{columns.rate}</th>}
          {heads.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
          <th scope="col">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an issued bill never change
          <Line key={index} {...{ line, index, coded, heads }} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td className={styles.goods}>{texts.items(itemCount(lines))}</td>
          {coded && <td />}
          <td />
          <td />
          {heads.length > 0 && <td>{formatAmount(sums.taxable)}</td>}
          {heads.length > 0 && <td />}
          {heads.map(({ head }) => (
            <td key={head}>{formatAmount(sums[head])}</td>
          ))}
          <td>{formatAmount(sums.gross)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

type LineProps = { line: BillLine; index: number; coded: boolean; heads: TaxHead[] }

function Line({ line, index, coded, heads }: LineProps) {
  const price = unitPrice(line)
  return (
    <tr>
      <td>{index + 1}</td>
      <td className={styles.goods}>
        {goodsName(line)}
        <small>{lineText(line, heads)}</small>
      </td>
      {coded && <td className={styles.text}>{line.hsn}</td>}
      <td>{quantityText(line)}</td>
      <td>{price !== undefined && formatAmount(price)}</td>
      {heads.length > 0 && <td>{formatAmount(toPaise(line.taxable))}</td>}
      {heads.length > 0 && <td>{rateText(line)}</td>}
      {heads.map(({ head }) => (
        <td key={head}>{formatAmount(toPaise(line[head]))}</td>
      ))}
      <td>
        <b>{formatAmount(toPaise(line.gross))}</b>
      </td>
    </tr>
  )
}

/** Returns the columns of a line as a text: "1101 · 1 PAC × 249.00 · taxable 237.14 · CGST 2.5% 5.93 · SGST 2.5% 5.93". */
function lineText(line: BillLine, heads: TaxHead[]): string {
  const price = unitPrice(line)
  const taxed = heads.length > 0 && line.treatment === 'TAXABLE'
  return [
    line.hsn,
    [quantityText(line), price !== undefined && formatAmount(price)].filter(Boolean).join(' × '),
    heads.length > 0 && !taxed && billTexts.exemptLower,
    taxed && billTexts.taxableIs(formatAmount(toPaise(line.taxable))),
    ...heads.map(
      (head) => taxed && `${headName(head, line.rate ?? 0)} ${formatAmount(toPaise(line[head.head]))}`,
    ),
  ]
    .filter(Boolean)
    .join(' · ')
}

function quantityText(line: BillLine): string {
  return `${isWeighed(line) ? line.quantity.toFixed(3) : formatCount(line.quantity)} ${line.uqc}`
}

/** Returns a tax's name with its share of a rate: "CGST 2.5%"; a cess has none. */
function headName({ name, part }: TaxHead, rate: number): string {
  return part > 0 ? `${name} ${formatRate(rate * part)}` : name
}

/** The sums by HSN, for the accountant. Renders nothing if no line has an HSN. */
export function SheetHSN({ lines, heads }: { lines: BillLine[]; heads: TaxHead[] }) {
  if (lines.every(({ hsn }) => !hsn)) return <div />
  const sums = sumOf(lines)
  const taxed = heads.length > 0
  return (
    <table className={styles.hsn}>
      <caption>{billTexts.hsnSummary}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.hsn}</th>
          {taxed && <th scope="col">{columns.rate}</th>}
          {taxed && <th scope="col">{valueColumn(lines)}</th>}
          {heads.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
          <th scope="col">{columns.value}</th>
        </tr>
      </thead>
      <tbody>
        {byHSN(lines).map((group) => (
          <tr key={`${group.hsn} ${group.rate} ${group.exempt}`}>
            <td>{group.hsn}</td>
            {taxed && <td>{groupRate(group)}</td>}
            {taxed && <td>{formatAmount(group.taxable)}</td>}
            {heads.map(({ head }) => (
              <td key={head}>{formatAmount(group[head])}</td>
            ))}
            <td>{formatAmount(group.gross)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={taxed ? 2 : 1}>{billTexts.sum}</td>
          {taxed && <td>{formatAmount(sums.taxable)}</td>}
          {heads.map(({ head }) => (
            <td key={head}>{formatAmount(sums[head])}</td>
          ))}
          <td>{formatAmount(sums.gross)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The sums by rate, and the steps from the lines to the total. */
export function SheetSums({ bill: { kind, lines, roundOff, payable }, heads }: Props) {
  const groups = heads.length > 0 ? byRate(lines) : []
  const taxable = groups.filter(({ exempt }) => !exempt)
  const parts = heads.filter(({ part }) => part > 0)
  const { gross, cess } = sumOf(lines)
  const rows = [
    ...groups.map((group): [string, string] => [
      group.exempt ? billTexts.exemptGoods : billTexts.taxableAt(formatRate(group.rate)),
      formatAmount(group.taxable),
    ]),
    ...taxable.map((group): [string, string] => [
      parts.map((head) => headName(head, group.rate)).join(' + '),
      partAmounts(group, parts),
    ]),
    ...(cess > 0 ? [[billTexts.cess, formatAmount(cess)] as const] : []),
  ]
  return (
    <dl className={styles.sums}>
      {rows.map(([name, amount]) => (
        <Sum key={name} {...{ name, amount }} />
      ))}
      <Sum name={billTexts.lines} amount={formatAmount(gross)} className={styles.line} />
      <Sum name={billTexts.roundOff} amount={formatRoundOff(toPaise(roundOff))} />
      <Sum
        name={kind === 'CREDIT_NOTE' ? billTexts.credited : billTexts.total}
        amount={`₹${formatAmount(toPaise(payable))}`}
        className={styles.total}
      />
    </dl>
  )
}

function partAmounts(group: Group, parts: TaxHead[]): string {
  return parts.map(({ head }) => formatAmount(group[head])).join(' + ')
}

function Sum({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
