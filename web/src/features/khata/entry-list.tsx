import { Fragment, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { textStyles } from '@/ui/text-styles'
import type { KhataEntry, KhataStatement } from './api'
import { formatDayOfTimestamp } from './days'
import styles from './entry-list.module.css'
import { khataTexts } from './texts'

type Props = {
  statement: KhataStatement
  /** Returns the button that confirms a payment of a packer. */
  confirmation?: (entry: KhataEntry) => ReactNode
}

/** The entries of an account, newest first, and the balance below them. */
export function EntryList({ statement, confirmation }: Props) {
  const { entries, balance } = statement
  if (entries.length === 0) return <p className={textStyles.hint}>{khataTexts.noEntries}</p>
  return (
    <table className={styles.entries}>
      <thead>
        <tr>
          <th scope="col">{khataTexts.day}</th>
          <th scope="col">{khataTexts.what}</th>
          <th scope="col" className={styles.number}>
            {khataTexts.amount}
          </th>
          <th scope="col" className={styles.number}>
            {khataTexts.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Fragment key={entry._id}>
            <tr className={classNames(entry.unconfirmed && styles.unconfirmed)}>
              <td className={styles.day}>{formatDayOfTimestamp(entry.at)}</td>
              <td>
                {titleOf(entry)}
                <small>{[entry.reason, entry.reference, entry.who].filter(Boolean).join(' · ')}</small>
              </td>
              <td className={classNames(styles.number, entry.amount < 0 && styles.less)}>
                <b>{formatSignedRupees(toPaise(entry.amount))}</b>
              </td>
              <td className={styles.number}>{formatRupees(toPaise(entry.balance))}</td>
            </tr>
            {entry.unconfirmed && (
              <tr>
                <td />
                <td colSpan={3}>
                  <small>{khataTexts.unconfirmed}</small>
                  {confirmation?.(entry)}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {khataTexts.today}
          </th>
          <td className={styles.number}>
            <b>{formatRupees(toPaise(balance))}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function titleOf({ kind, by, order }: KhataEntry): string {
  const title = kind === 'SALE' && order ? khataTexts.order(order) : khataTexts.kinds[kind]
  return by ? `${title}, ${khataTexts.by[by]}` : title
}
