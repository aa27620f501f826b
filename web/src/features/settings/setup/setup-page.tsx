import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isMissing } from '@/lib/api'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { setupChoicesQuery } from './setup-api'
import { SetupFrame } from './setup-frame'
import { setupTexts } from './setup-texts'
import { SetupWizard } from './setup-wizard'
import styles from './setup-wizard.module.css'
import type { ListSlot } from './step-props'

/** The setup of a new shop, opened by the one-time link that the program prints. */
export function SetupPage({ token, listSlot }: { token: string | undefined; listSlot: ListSlot }) {
  useTitle(setupTexts.title)
  const {
    data: choices,
    error,
    refetch,
  } = useQuery({
    ...setupChoicesQuery(token ?? ''),
    enabled: token !== undefined,
  })
  if (token !== undefined && choices)
    return <SetupWizard token={token} choices={choices} listSlot={listSlot} />
  const invalid = token === undefined || isMissing(error)
  return (
    <SetupFrame>
      {invalid ? (
        <div className={styles.form}>
          <div className={styles.head}>
            <h1>{setupTexts.invalid.title}</h1>
            <p>{setupTexts.invalid.hint}</p>
          </div>
          <div className={styles.foot}>
            <Link to="/login" className={buttonClass()}>
              {setupTexts.invalid.login}
            </Link>
          </div>
        </div>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={4} />
      )}
    </SetupFrame>
  )
}
