import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConciergeBell } from 'lucide-react'
import { checkoutCountsQuery } from '@/features/order/admin/checkouts-api'
import { deskTexts } from '@/features/order/admin/desk-texts'
import { formatCount } from '@/lib/count'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import styles from './desk-link.module.css'

/** The menu's way to the desk, with how many orders are new. */
export function DeskLink() {
  const { data: counts } = useQuery(checkoutCountsQuery)
  return (
    <Link to="/dashboard/desk">
      <Icon icon={ConciergeBell} />
      {deskTexts.desk}
      {counts !== undefined && counts.NEW > 0 && (
        <span className={styles.count}>
          {formatCount(counts.NEW)}
          <VisuallyHidden> {deskTexts.newWord}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}
