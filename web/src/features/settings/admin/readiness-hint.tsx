import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { Alert } from '@/ui/alert'
import { buttonClass } from '@/ui/button'
import { ownerSettingsQuery } from '../staff-api'
import styles from './readiness-hint.module.css'
import { settingsTexts } from './settings-admin-texts'

/** Tells the owner how much of what an online grocer must show is missing, and leads to where it is filled in. */
export function ReadinessHint() {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return user?.staffRole === 'OWNER' ? <Hint /> : null
}

function Hint() {
  const { data: settings } = useQuery({ ...ownerSettingsQuery, meta: { silent: true } })
  const missing = settings?.readiness.filter(({ ok }) => !ok).length ?? 0
  if (missing === 0) return null
  return (
    <Alert
      tone="info"
      className={styles.hint}
      action={
        <Link
          to="/dashboard/settings"
          search={{ section: 'legal' }}
          className={classNames(buttonClass({ variant: 'outline', size: 'small' }), styles.link)}
        >
          {settingsTexts.fill}
        </Link>
      }
    >
      {settingsTexts.notReady(missing)}
    </Alert>
  )
}
