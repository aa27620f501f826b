import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateText } from '@/features/bill/states'
import { formatRupees, toPaise } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { textLinkClass } from '@/ui/text-link'
import { portalAmount, taxIn } from '../amounts'
import type { Books, BooksBox } from '../api'
import { booksTexts as texts } from '../books-texts'
import type { Period } from '../period'
import styles from './books-page.module.css'

type Props = { books: Books; period: Period }

const GSTR1 = ['4A', '5', '7', '8', '9B', '12 B2B', '12 B2C']

/** The boxes of GSTR-1, and whether they agree with the HSN summary and the bills. */
export function Gstr1({ books, period }: Props) {
  const { boxes, hsn, documents, agrees } = books.check
  const rupees = (amount: number) => formatRupees(toPaise(amount))
  return (
    <Return title={texts.gstr1} hint={texts.gstr1Due}>
      {books.boxes
        .filter(({ box }) => GSTR1.includes(box))
        .map((sum) => (
          <BoxRow key={sum.box} sum={sum} period={period} />
        ))}
      <Foot>
        <Icon icon={agrees ? CircleCheck : CircleAlert} />
        <span className={agrees ? undefined : styles.wrong}>
          <b>{agrees ? texts.addsUp : texts.differs}</b>{' '}
          {agrees
            ? texts.addsUpTo(rupees(documents))
            : texts.differsBy(rupees(boxes), rupees(hsn), rupees(documents))}
        </span>
      </Foot>
    </Return>
  )
}

/** The boxes of GSTR-3B. 4(A)(5) comes from the purchases; the shop does not compute 4(B)(1). */
export function Gstr3b({ books, period }: Props) {
  const states = books.otherStates.map(({ placeOfSupply }) => stateText(placeOfSupply))
  return (
    <Return title={texts.gstr3b} hint={texts.gstr3bDue}>
      {books.boxes
        .filter(({ box }) => !GSTR1.includes(box))
        .map((sum) => (
          <BoxRow
            key={sum.box}
            sum={sum}
            period={period}
            hint={sum.box === '3.2' && states.length > 0 ? states.join(', ') : undefined}
          />
        ))}
      <InputTax books={books} />
      <NotHere box="4(B)(1)" {...texts.reversal} />
      <Foot>
        <Icon icon={Info} />
        <span>{texts.locked}</span>
      </Foot>
    </Return>
  )
}

/** The two turnovers of a shop in the composition scheme. */
export function Composition({ books: { cmp08 }, period }: Props) {
  return (
    <section className={styles.panel} aria-label={texts.cmp08}>
      <header>
        <h2>{texts.cmp08}</h2>
        <span>{texts.cmp08Due}</span>
      </header>
      <ul className={styles.rows}>
        {(
          [
            ['CMP-08', cmp08.turnover],
            ['CMP-08 taxable', cmp08.turnoverOfTaxableGoods],
          ] as const
        ).map(([box, amount]) => (
          <li key={box}>
            <Link
              to="/dashboard/books"
              search={{ month: period.month, quarter: period.quarter || undefined, box }}
              className={textLinkClass}
            >
              {texts.boxes[box]?.title}
            </Link>
            <span className={styles.amount}>{portalAmount(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Return({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>{hint}</span>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.box}</th>
            <th scope="col" className={styles.text}>
              {texts.what}
            </th>
            <th scope="col">{texts.withoutTax}</th>
            <th scope="col" className={styles.wide}>
              IGST
            </th>
            <th scope="col" className={styles.wide}>
              CGST
            </th>
            <th scope="col" className={styles.wide}>
              SGST
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function BoxRow({ sum, period, hint }: { sum: BooksBox; period: Period; hint?: string }) {
  const { title = '', hint: usual = '' } = texts.boxes[sum.box] ?? {}
  const counted = sum.documents > 0 ? `${texts.documentCount(sum.documents)}, ` : ''
  return (
    <tr>
      <td>{sum.box.split(' ')[0]}</td>
      <th scope="row" className={styles.text}>
        <Link
          to="/dashboard/books"
          search={{ month: period.month, quarter: period.quarter || undefined, box: sum.box }}
        >
          {title}
          <Icon icon={ChevronRight} size="small" />
        </Link>
        <small>{counted + (hint ?? usual)}</small>
      </th>
      <td>
        {portalAmount(sum.taxable)}
        <small className={styles.narrow}>{texts.tax(portalAmount(taxIn(sum)))}</small>
      </td>
      <td className={styles.wide}>{portalAmount(sum.igst)}</td>
      <td className={styles.wide}>{portalAmount(sum.cgst)}</td>
      <td className={styles.wide}>{portalAmount(sum.sgst)}</td>
    </tr>
  )
}

/** Box 4(A)(5): the input tax credit on purchases. */
function InputTax({ books: { inputTax } }: { books: Books }) {
  const { taxable, igst, cgst, sgst } = inputTax
  return (
    <tr>
      <td>4(A)(5)</td>
      <th scope="row" className={styles.text}>
        <Link to="/dashboard/purchases">
          {texts.purchases.title}
          <Icon icon={ChevronRight} size="small" />
        </Link>
        <small>{texts.purchases.hint}</small>
      </th>
      <td>
        {portalAmount(taxable)}
        <small className={styles.narrow}>{texts.tax(portalAmount(taxIn(inputTax)))}</small>
      </td>
      <td className={styles.wide}>{portalAmount(igst)}</td>
      <td className={styles.wide}>{portalAmount(cgst)}</td>
      <td className={styles.wide}>{portalAmount(sgst)}</td>
    </tr>
  )
}

function NotHere({ box, title, hint }: { box: string; title: string; hint: string }) {
  return (
    <tr>
      <td>{box}</td>
      <th scope="row" className={styles.text}>
        {title}
        <small>{hint}</small>
      </th>
      <td colSpan={4}>{texts.notHere}</td>
    </tr>
  )
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td colSpan={6} className={styles.foot}>
        <div>{children}</div>
      </td>
    </tr>
  )
}
