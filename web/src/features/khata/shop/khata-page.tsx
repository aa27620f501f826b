import { useQuery } from '@tanstack/react-query'
import { NotebookTabs } from 'lucide-react'
import { isMissing } from '@/lib/api'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { khataPageQuery } from '../api'
import { khataTexts } from '../texts'
import { KhataPaper } from './khata-paper'

/** The khata page behind a secret URL, for a customer without a login. */
export function KhataPage({ token }: { token: string }) {
  useTitle(khataTexts.mine)
  const { data: statement, error, refetch } = useQuery({ ...khataPageQuery(token), enabled: token !== '' })
  return (
    <Page>
      {statement ? (
        <KhataPaper title={khataTexts.yourKhataAt(statement.shop)} statement={statement} />
      ) : token === '' || isMissing(error) ? (
        <EmptyState
          icon={NotebookTabs}
          tone="indigo"
          level={1}
          title={khataTexts.noPage}
          description={khataTexts.noPageHint}
        />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={6} />
      )}
    </Page>
  )
}
