import { Link } from '@tanstack/react-router'
import styles from './page-links.module.css'
import type { PageName } from './pages'
import { texts } from './texts'
import { useShop } from './use-shop'

type Props = { before: string; pages: readonly PageName[] }

/** Links to the pages that the owner has written; renders nothing if there are none. */
export function PageLinks({ before, pages }: Props) {
  const shop = useShop()
  const written = pages.filter((name) => shop?.pages[name])
  if (written.length === 0) return null
  return (
    <p className={styles.links}>
      {before}{' '}
      {written.map((name) => (
        <Link key={name} to={`/${name}`}>
          {texts.pages[name]}
        </Link>
      ))}
    </p>
  )
}
