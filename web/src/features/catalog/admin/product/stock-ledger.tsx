import { Link } from '@tanstack/react-router'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { formatDateTime } from '@/lib/dates'
import type { components } from '@/schema'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import styles from './stock-dialog.module.css'
import { stockTexts } from './stock-texts'

type Movement = components['schemas']['Movement']

/** The stock movements of a product, newest first: reason, user, time, before and after. */
export function StockLedger({ movements }: { movements: Movement[] }) {
  return (
    <section aria-label={stockTexts.ledger}>
      <h3 className={styles.heading}>{stockTexts.ledger}</h3>
      {movements.length === 0 && <p className={textStyles.caption}>{stockTexts.empty}</p>}
      <ol className={styles.ledger}>
        {movements.map(({ _id, at, reason, note, order, who, before, change, grams = 0, after }) => (
          <li key={_id}>
            <div>
              <b>
                {stockTexts.movements[reason] ?? reason}
                {order !== undefined && (
                  <>
                    {' '}
                    <Link
                      to="/dashboard/desk/$number"
                      params={{ number: String(order) }}
                      className={textLinkClass}
                    >
                      {stockTexts.order(order)}
                    </Link>
                  </>
                )}
              </b>
              {note && <p>{note}</p>}
              <p className={textStyles.caption}>{[who, formatDateTime(at)].filter(Boolean).join(', ')}</p>
            </div>
            <span className={classNames(styles.change, (change || grams) < 0 && styles.fewer)}>
              {[change !== 0 && formatSigned(change), grams !== 0 && stockTexts.grams(formatSigned(grams))]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className={textStyles.caption}>{stockTexts.step(before, after)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const formatSigned = (pieces: number) => (pieces > 0 ? `+${formatCount(pieces)}` : `−${formatCount(-pieces)}`)
