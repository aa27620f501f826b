import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/lib/count'
import { adminProductsQuery } from '../product/api'
import styles from './picture-counts.module.css'
import { linksQuery } from './pictures-api'
import { texts } from './pictures-texts'

/** The numbers of products with and without a picture, and the progress of downloading pictures from the lists' links. */
export function PictureCounts() {
  const all = useQuery(adminProductsQuery({}))
  const without = useQuery(adminProductsQuery({ without: 'picture' }))
  const { data: links } = useQuery(linksQuery)
  if (!all.data || !without.data) return null
  const missing = without.data.totalCount
  const counts: [string, number][] = [
    [texts.withPicture, all.data.totalCount - missing],
    [texts.withoutPicture, missing],
  ]
  if (links && links.unasked + links.open + links.fetched + links.failed > 0) {
    counts.push(
      [texts.fetched, links.fetched],
      [texts.waiting, links.open + links.unasked],
      [texts.failed, links.failed],
    )
  }
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
