import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Picture } from '@/ui/picture'
import type { Shortage } from '../api'
import { texts } from '../texts'

type Props = { title: string; shortage: Shortage; level: 'out' | 'low'; none: string }

/** The first products that are out of stock or low; each links to its row in the product list. */
export function ShortageList({ title, shortage, level, none }: Props) {
  const { count, products } = shortage
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__h">
        <h2>{title}</h2>
        {count > 0 && (
          <Link
            to="/dashboard/products"
            search={{ stock: level }}
            className="more"
            aria-label={`${texts.allOf(count)}, ${title}`}
          >
            {texts.allOf(count)} <ChevronRight className="ic ic--s" />
          </Link>
        )}
      </div>
      {products.length === 0 && <p className="panel__none">{none}</p>}
      <ul>
        {products.map(({ _id, name, unit, image, stock }) => (
          <li key={_id} className="stock">
            <Picture src={image[0]} name={name} unit={unit} size="small" />
            <div className="min-w-0 wrap-anywhere">
              <Link to="/dashboard/products" search={{ q: name }}>
                {name}
              </Link>
              <p className="small muted">{unit}</p>
            </div>
            <b className={stock > 0 ? '' : 'left'}>{stock > 0 ? texts.left(stock) : texts.outOfStock}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
