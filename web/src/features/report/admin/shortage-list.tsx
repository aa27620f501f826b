import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import type { Shortage } from '../api'
import { texts } from '../texts'
import { ReportPanel } from './report-panel'
import styles from './shortage-list.module.css'

type Props = { title: string; shortage: Shortage; level: 'out' | 'low'; none: string }

/** The first products that are out of stock or low, each linked to the product list. */
export function ShortageList({ title, shortage, level, none }: Props) {
  const { count, products } = shortage
  return (
    <ReportPanel
      title={title}
      link={
        count > 0 && (
          <Link
            to="/dashboard/products"
            search={{ stock: level }}
            className={textLinkClass}
            aria-label={`${texts.allOf(count)}, ${title}`}
          >
            {texts.allOf(count)} <Icon icon={ChevronRight} size="small" className={styles.picture} />
          </Link>
        )
      }
    >
      {products.length === 0 && <p className={styles.empty}>{none}</p>}
      <ul>
        {products.map(({ _id, name, unit, image, picture, stock }) => (
          <li key={_id} className={styles.product}>
            <Picture src={image[0]} drawing={picture} name={name} size="small" className={styles.picture} />
            <div className={styles.text}>
              <Link to="/dashboard/products" search={{ q: name }}>
                {name}
              </Link>
              <p className={textStyles.detail}>{unit}</p>
            </div>
            <b className={classNames(styles.stock, stock <= 0 && styles.outOfStock)}>
              {stock > 0 ? texts.left(stock) : texts.outOfStock}
            </b>
          </li>
        ))}
      </ul>
    </ReportPanel>
  )
}
