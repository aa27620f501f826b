import { useQuery } from '@tanstack/react-query'
import { useTitle } from '@/lib/title'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { settingsQuery } from '../api'
import { pageBlocks } from '../page-blocks'
import type { PageName } from '../pages'
import { texts } from '../texts'
import styles from './written-page.module.css'

/** A page written by the owner: plain text with headings. */
export function WrittenPage({ name }: { name: PageName }) {
  useTitle(texts.pages[name])
  const { data: shop, error, refetch } = useQuery(settingsQuery)
  const text = shop?.pages[name]
  return (
    <Page>
      <PageHeader title={texts.pages[name]} />
      {shop ? (
        <div className={styles.text}>
          {pageBlocks(text || texts.unwritten).map(({ kind, text: block }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks may be equal, and their order is fixed
            kind === 'heading' ? <h2 key={index}>{block}</h2> : <p key={index}>{block}</p>,
          )}
        </div>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={3} />
      )}
    </Page>
  )
}
