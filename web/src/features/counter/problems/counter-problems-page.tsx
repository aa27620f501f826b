import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { type CounterProblems, counterProblemsQuery } from '../api'
import { problemTexts as texts } from '../problem-texts'
import styles from './counter-problems-page.module.css'
import { RefusalCard } from './refusal-card'

/** The offline sales and returns that the server refused, to book or dismiss, and the products to count. */
export function CounterProblemsPage() {
  useTitle(texts.title)
  const { data, error, refetch } = useQuery(counterProblemsQuery)
  return (
    <>
      <PageHeader title={texts.title} />
      {data ? (
        <Problems {...data} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={4} />
      )}
    </>
  )
}

function Problems({ refused, refusedTotal, toCount }: CounterProblems) {
  const { data: user } = useQuery(userQuery(true))
  const isManager = hasStaffRole(user, 'MANAGER')
  if (refused.length + toCount.length === 0)
    return <EmptyState icon={CircleCheck} tone="indigo" title={texts.none} description={texts.noneHint} />
  return (
    <>
      {refused.length > 0 && (
        <section className={styles.section} aria-labelledby="refused-title">
          <h2 id="refused-title">{texts.refused}</h2>
          <p>{texts.refusedHint}</p>
          {!isManager && <p>{texts.byManager}</p>}
          {refusedTotal > refused.length && <p>{texts.oldest(refused.length, refusedTotal)}</p>}
          <ul className={styles.list}>
            {refused.map((refusal) => (
              <RefusalCard key={refusal._id} refusal={refusal} maySettle={isManager} />
            ))}
          </ul>
        </section>
      )}
      {toCount.length > 0 && (
        <section className={styles.section} aria-labelledby="count-title">
          <h2 id="count-title">{texts.toCount}</h2>
          <p>{texts.toCountHint}</p>
          <ul className={styles.list}>
            {toCount.map(({ productId, name, unit, missing }) => (
              <li key={productId} className={classNames(panelClass({ padded: true }), styles.product)}>
                <span>
                  <b>
                    {name} {unit}
                  </b>
                  <small>{texts.missing(missing)}</small>
                </span>
                {isManager && (
                  <Link
                    to="/dashboard/products"
                    search={{ q: name }}
                    aria-label={texts.setStockOf(name)}
                    className={buttonClass({ variant: 'outline', size: 'small' })}
                  >
                    {texts.setStock}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
