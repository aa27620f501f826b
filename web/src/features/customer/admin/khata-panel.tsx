import { Link } from '@tanstack/react-router'
import { NotebookTabs } from 'lucide-react'
import { formatRupees, toPaise } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import type { CustomerProfile } from '../api'
import { customerTexts } from '../texts'
import styles from './person-panels.module.css'

/** The customer's khata balance, linked to their khata. */
export function KhataPanel({ customer: { _id, khata } }: { customer: CustomerProfile }) {
  return (
    <Panel padded className={styles.line}>
      <span>
        {customerTexts.khata} <b>{formatRupees(toPaise(khata.balance))}</b>
        {khata.limit !== null && <small> {customerTexts.ofLimit(formatRupees(toPaise(khata.limit)))}</small>}
      </span>
      <Link
        to="/dashboard/khata/$id"
        params={{ id: _id }}
        className={buttonClass({ variant: 'outline', size: 'small' })}
      >
        <Icon icon={NotebookTabs} />
        {customerTexts.openKhata}
      </Link>
    </Panel>
  )
}
