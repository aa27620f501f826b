import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '@/features/settings/api'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { Detail, DetailList } from '@/ui/detail-list'
import { Receipt } from '@/ui/receipt'
import { payableOf } from '../../round-off'
import { texts } from '../../texts'
import { OrderPayment } from '../desk/order-payment'
import type { Order } from '../orders-api'
import { PrintLinks } from '../print/print-links'
import { BillDocuments, BillState } from './bill-documents'
import styles from './bill-panel.module.css'
import { type BillLine, billOf } from './packing'
import { sheetTexts } from './sheet-texts'

const PAPERS = ['slip', 'bill'] as const

const NAMES: Record<BillLine['kind'], (name: string) => string> = {
  short: sheetTexts.billShort,
  none: sheetTexts.billNone,
  instead: sheetTexts.billInstead,
  returned: sheetTexts.billReturned,
}

/** The ordered goods, changes in packing, the total, and the amount to collect. */
export function BillPanel({ order }: { order: Order }) {
  const { items, ordered, changes } = billOf(order)
  const { totalAmt, roundOff, collectAmt, payment_method: method, bills } = order
  const { data: shop } = useQuery(settingsQuery)
  const withTax = Boolean(shop?.legal.gst) || bills.length > 0
  return (
    <Receipt>
      <div className={styles.head}>
        <h3 className={styles.title}>{sheetTexts.bill}</h3>
        {withTax && <BillState order={order} />}
      </div>
      <DetailList>
        <Detail label={sheetTexts.items(items)}>{formatRupees(ordered)}</Detail>
        {changes.map(({ key, name, kind, amount }) => (
          <Detail key={key} label={NAMES[kind](name)}>
            {amount > 0 && '+'}
            {formatRupees(amount)}
          </Detail>
        ))}
        <Detail label={sheetTexts.billTotal} variant="total">
          {formatRupees(toPaise(totalAmt))}
        </Detail>
        {roundOff !== 0 && (
          <>
            <Detail label={texts.roundOff}>{formatSignedRupees(toPaise(roundOff))}</Detail>
            <Detail label={texts.payable} variant="total">
              {formatRupees(payableOf(order))}
            </Detail>
          </>
        )}
      </DetailList>
      <OrderPayment order={order} className={styles.payment} />
      {collectAmt > 0 && method === 'COD' && <p className={styles.hint}>{sheetTexts.atTheDoor}</p>}
      {withTax && <BillDocuments order={order} />}
      <p className={styles.print}>
        <PrintLinks ids={[order._id]} kinds={PAPERS} />
      </p>
    </Receipt>
  )
}
