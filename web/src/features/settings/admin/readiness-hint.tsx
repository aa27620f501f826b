import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { Alert } from '@/ui/alert'
import { buttonClass } from '@/ui/button'
import { ownerSettingsQuery } from '../staff-api'
import styles from './readiness-hint.module.css'
import { settingsTexts } from './settings-admin-texts'

/** Shows the owner how many mandatory disclosures are missing, with a link to enter them. */
export function ReadinessHint() {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return user?.staffRole === 'OWNER' ? <Hint /> : null
}

/** The disclosures that only bills with GST need; each is shown with its own link. */
const OF_BILLS = ['gstin', 'state', 'taxes']

function Hint() {
  const { data: settings } = useQuery({ ...ownerSettingsQuery, meta: { silent: true } })
  const missing = settings?.readiness.filter(({ ok }) => !ok) ?? []
  const ofBills = missing.filter(({ key }) => OF_BILLS.includes(key))
  const restCount = missing.length - ofBills.length
  return (
    <>
      {ofBills.map(({ key, text }) => (
        <MissingSetting key={key} name={key} text={text} />
      ))}
      {restCount > 0 && <MissingSetting name="legal" text={settingsTexts.notReady(restCount)} />}
    </>
  )
}

function MissingSetting({ name, text }: { name: string; text: string }) {
  const className = classNames(buttonClass({ variant: 'outline', size: 'small' }), styles.link)
  return (
    <Alert
      tone={name === 'legal' ? 'info' : 'warning'}
      icon={Info}
      className={styles.hint}
      action={
        name === 'taxes' ? (
          <Link to="/dashboard/tax" className={className} aria-label={settingsTexts.fillIn(text)}>
            {settingsTexts.fill}
          </Link>
        ) : (
          <Link
            to="/dashboard/settings"
            search={{ section: name === 'legal' ? 'legal' : 'gst' }}
            className={className}
            aria-label={settingsTexts.fillIn(text)}
          >
            {settingsTexts.fill}
          </Link>
        )
      }
    >
      {text}
    </Alert>
  )
}
