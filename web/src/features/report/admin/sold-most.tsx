import { formatCount } from '@/lib/count'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import type { Today } from '../api'
import { texts } from '../texts'
import { ReportPanel } from './report-panel'
import styles from './shortage-list.module.css'

/** The products with the most pieces sold today. */
export function SoldMost({ products }: { products: Today['soldMost'] }) {
  return (
    <ReportPanel title={texts.soldMost} link={null}>
      {products.length === 0 && <p className={styles.empty}>{texts.noneSold}</p>}
      <ul>
        {products.map(({ _id, name, unit, image, picture, sold }) => (
          <li key={_id} className={styles.product}>
            <Picture src={image[0]} drawing={picture} name={name} size="small" className={styles.picture} />
            <div className={styles.text}>
              <p>{name}</p>
              <p className={textStyles.detail}>{unit}</p>
            </div>
            <b className={styles.stock}>{formatCount(sold)}</b>
          </li>
        ))}
      </ul>
    </ReportPanel>
  )
}
