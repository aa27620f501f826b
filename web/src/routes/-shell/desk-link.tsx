import { Link } from '@tanstack/react-router'
import { ConciergeBell } from 'lucide-react'
import type { ReactNode } from 'react'
import { deskTexts } from '@/features/order/admin/desk-texts'
import { useDeskAlerts } from '@/features/order/admin/live/use-desk-alerts'
import { formatCount } from '@/lib/count'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import styles from './desk-link.module.css'

/** The menu's link to the desk with the number of new orders after its label. While it is mounted, new orders sound the alarm. */
export function DeskLink({ children }: { children: ReactNode }) {
  const counts = useDeskAlerts()
  return (
    <Link to="/dashboard/desk">
      <Icon icon={ConciergeBell} />
      {children}
      {counts !== undefined && counts.NEW > 0 && (
        <span className={styles.count}>
          {formatCount(counts.NEW)}
          <VisuallyHidden> {deskTexts.newWord}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}
