import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { textLinkClass } from '@/ui/text-link'
import { tokensQuery } from '../api'
import { tokenTexts } from '../texts'
import styles from './programs-page.module.css'
import { TokenList } from './token-list'

const CreateDialog = lazyDialog(() => import('./create-dialog'))

/** The connected programs: their tokens and webhooks. */
export function ProgramsPage({ webhooks }: { webhooks: ReactNode }) {
  useTitle(tokenTexts.programs)
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [adding, setAdding] = useState<boolean>()
  return (
    <>
      <PageHeader title={tokenTexts.programs}>
        <Button icon={Plug} onClick={() => setAdding(true)}>
          {tokenTexts.add}
        </Button>
      </PageHeader>
      <p className={styles.about}>
        {tokenTexts.about}{' '}
        <a className={textLinkClass} href="/api/docs" target="_blank" rel="noreferrer">
          {tokenTexts.documentation}
        </a>
      </p>
      {!tokens ? (
        error ? (
          <LoadingFailed reason={error} title={tokenTexts.failedToLoad} retry={refetch} />
        ) : (
          <LinesSkeleton count={3} />
        )
      ) : tokens.length === 0 ? (
        <EmptyState icon={Plug} tone="coriander" title={tokenTexts.none} description={tokenTexts.noneHint} />
      ) : (
        <TokenList tokens={tokens} />
      )}
      {webhooks}
      {adding !== undefined && <CreateDialog open={adding} onClose={() => setAdding(false)} />}
    </>
  )
}
