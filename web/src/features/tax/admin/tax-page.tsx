import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { formatCount } from '@/lib/count'
import { formatRupees, toPaise } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { type Proposals, proposalsQuery, ratesQuery } from '../api'
import { taxTexts as texts } from '../texts'
import { KindPage } from './kind-page'
import { PlannedRates } from './planned-rates'
import { ProposalsPanel } from './proposals-panel'
import { RatesTable } from './rates-table'
import styles from './tax-page.module.css'

type Props = {
  /** The key of the open kind; undefined for the overview. */
  kind: string | undefined
  onKind: (key: string | undefined) => void
}

/** The products without a tax, proposals for them, and the table of rates; or a single kind of products. */
export function TaxPage({ kind, onKind }: Props) {
  useTitle(texts.tax)
  const proposals = useQuery(proposalsQuery)
  const rates = useQuery(ratesQuery)
  const kinds = proposals.data?.kinds ?? []
  const index = kinds.findIndex(({ key }) => key === kind)
  const shown = kinds[index]
  if (shown) return <KindPage key={shown.key} kind={shown} next={kinds[index + 1]} onKind={onKind} />
  const failed = [proposals, rates].find(({ error, data }) => error && !data)
  return (
    <>
      <PageHeader title={texts.tax}>
        <span className={textStyles.hint}>{texts.hint}</span>
      </PageHeader>
      {failed ? (
        <LoadingFailed reason={failed.error} retry={failed.refetch} />
      ) : proposals.data && rates.data ? (
        <>
          <MissingTaxes proposals={proposals.data} />
          {proposals.data.missing > 0 && <ProposalsPanel proposals={proposals.data} />}
          <PlannedRates rates={rates.data} />
          <RatesTable rates={rates.data} />
        </>
      ) : (
        <LinesSkeleton count={6} />
      )}
    </>
  )
}

function MissingTaxes({ proposals: { products, missing, waiting } }: { proposals: Proposals }) {
  return (
    <Panel padded className={styles.lacking} role="region" aria-label={texts.lacking.label}>
      <div>
        <p className={styles.figure}>
          {missing === 0 ? (
            texts.lacking.none(products)
          ) : (
            <>
              <b>{formatCount(missing)}</b> {texts.lacking.ofProducts(products)}
            </>
          )}
        </p>
        <progress
          className={styles.meter}
          aria-hidden="true"
          max={Math.max(products, 1)}
          value={products - missing}
        />
      </div>
      {waiting.bills > 0 && (
        <p className={styles.waiting}>
          <Icon icon={TriangleAlert} size="small" />
          <span>
            <b>{texts.lacking.wait(waiting.bills)}</b>
            {texts.lacking.waitWhy(formatRupees(toPaise(waiting.total)))}
          </span>
          <Link to="/dashboard/desk" search={{ show: 'PROBLEMS' }} className={textLinkClass}>
            {texts.lacking.see(waiting.bills)}
          </Link>
        </p>
      )}
    </Panel>
  )
}
