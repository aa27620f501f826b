import { ArrowRight, Store } from 'lucide-react'
import { Avatar } from '@/features/account/avatar'
import { formatTime } from '@/lib/dates'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { AuditRecord } from '../api'
import { describe } from '../describe'
import { auditTexts } from '../texts'
import styles from './activity-list.module.css'

/** The log's records, newest first: time, user and IP address, action, and the value before and after. */
export function ActivityList({ records }: { records: AuditRecord[] }) {
  return (
    <ol className={panelClass()}>
      {records.map((record) => (
        <Action key={record._id} record={record} />
      ))}
    </ol>
  )
}

function Action({ record }: { record: AuditRecord }) {
  const { at, who, address, what } = record
  const { object, action, before, after } = describe(record)
  // A failed login has no known user; any other record without a user was made by the program.
  const stranger = !who && what.startsWith('login')
  const name = who || (stranger ? auditTexts.unknown : auditTexts.theShop)
  return (
    <li className={styles.action} data-action={what}>
      <time dateTime={at} className={styles.time}>
        {formatTime(new Date(at))}
      </time>
      {who || stranger ? (
        <Avatar name={stranger ? '?' : name} avatar="" />
      ) : (
        <span className={styles.shop}>
          <Icon icon={Store} size="small" />
        </span>
      )}
      <span className={styles.who}>
        <b>{name}</b>
        <span className={textStyles.caption}>{address || (who ? '' : auditTexts.byItself)}</span>
      </span>
      <span className={styles.what}>
        <b>{object}</b>
        {action && <span className={textStyles.caption}>{action}</span>}
      </span>
      {(before || after) && (
        <span className={styles.change}>
          {before && <s>{before}</s>}{' '}
          {before && after && (
            <>
              <Icon icon={ArrowRight} size="small" />
              <VisuallyHidden>{auditTexts.becomes}</VisuallyHidden>
            </>
          )}
          {after && <b>{after}</b>}
        </span>
      )}
    </li>
  )
}
