import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, TriangleAlert } from 'lucide-react'
import { userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { Alert } from '@/ui/alert'
import { buttonClass } from '@/ui/button'
import { reachQuery } from '../api'
import { REACH_STATES, reachTexts } from '../texts'
import styles from './reach-hint.module.css'

/** Shows owners and managers whether customers can reach the shop, and at which address. */
export function ReachHint() {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return user?.staffRole === 'OWNER' || user?.staffRole === 'MANAGER' ? <Hint /> : null
}

function Hint() {
  const { data: reach } = useQuery(reachQuery)
  if (!reach) return null
  const { title, how } = REACH_STATES[reach.state]
  const reached = reach.state === 'REACHED'
  return (
    <Alert
      tone={reached ? 'info' : 'warning'}
      icon={reached ? Globe : TriangleAlert}
      className={styles.hint}
      action={
        <Link
          to="/dashboard/poster"
          className={classNames(buttonClass({ variant: 'outline', size: 'small' }), styles.link)}
        >
          {reachTexts.tellCustomers}
        </Link>
      }
    >
      <b>{title(reach.address)}</b> {how(reach.address)}
    </Alert>
  )
}
