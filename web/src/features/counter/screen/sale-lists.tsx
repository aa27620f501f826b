import { CircleAlert, Hourglass, type LucideIcon, Printer, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { counterTexts as texts } from '../counter-texts'
import { type Entry, nameOf, type SaleEntry } from '../outbox'
import { paidByText } from '../sale'
import styles from './sale-lists.module.css'

type Props = {
  /** Newest first. */
  sales: SaleEntry[]
  /** The calls that the server refused. */
  refused: Entry[]
  onSeen: (seq: number) => void
  onPrint: (sale: SaleEntry) => void
  onTakeBack: (sale: SaleEntry) => void
}

const LAST = 6

/** The refused calls, the unsent ones, and the latest bills. */
export function SaleLists({ sales, refused, onSeen, onPrint, onTakeBack }: Props) {
  const waiting = sales.filter(({ state }) => state === 'WAITING')
  const sum = waiting.reduce((all, { facts }) => all + facts.payable, 0)
  return (
    <>
      {refused.length > 0 && (
        <section className={styles.list}>
          <h2>
            <span>{texts.problems}</span>
            <small>{texts.problemsHint}</small>
          </h2>
          <ul>
            {refused.map((entry) => (
              <li key={entry.seq}>
                <Icon icon={CircleAlert} size="small" />
                <span>
                  <b>{nameOf(entry) || texts.noNumber}</b>
                  <em>{entry.reason}</em>
                </span>
                {entry.kind === 'SALE' && <strong>{formatRupees(entry.facts.payable)}</strong>}
                <IconButton
                  icon={X}
                  label={texts.seen(nameOf(entry) || texts.noNumber)}
                  onClick={() => onSeen(entry.seq)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className={styles.list}>
          <h2>
            <span>{texts.waits(waiting.length)}</span>
            <small>{formatRupees(sum)}</small>
          </h2>
          <ul>
            {waiting.map((sale) => (
              <Sale key={sale.seq} sale={sale} icon={Hourglass} />
            ))}
          </ul>
        </section>
      )}
      {sales.length > 0 && (
        <section className={styles.list}>
          <h2>{texts.lastBills}</h2>
          <ul>
            {sales.slice(0, LAST).map((sale) => (
              <Sale key={sale.seq} sale={sale}>
                <IconButton
                  icon={Printer}
                  label={texts.printAgain(sale.body.number ?? texts.noNumber)}
                  onClick={() => onPrint(sale)}
                />
                <IconButton
                  icon={Undo2}
                  label={texts.takeBackFrom(sale.body.number ?? texts.noNumber)}
                  onClick={() => onTakeBack(sale)}
                />
              </Sale>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type SaleProps = { sale: SaleEntry; icon?: LucideIcon; children?: ReactNode }

function Sale({ sale: { body, facts }, icon, children }: SaleProps) {
  return (
    <li>
      {icon && <Icon icon={icon} size="small" />}
      <span>
        <b>{body.number ?? texts.noNumber}</b>{' '}
        <small>
          {[formatTime(new Date(body.at)), paidByText(facts), facts.customer?.name]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <strong>{formatRupees(facts.payable)}</strong>
      {children}
    </li>
  )
}
