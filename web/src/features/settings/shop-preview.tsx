import { type ReactNode, useId } from 'react'
import { fieldTexts } from './settings-texts'
import styles from './shop-preview.module.css'

type Props = {
  name: string
  /** The URL of the logo; '' if the name is shown. */
  logo?: string
  /** #rrggbb; '' for the default color. */
  accent?: string
  children?: ReactNode
}

/** A preview of the shop's header and banner. Its controls have no function. */
export function ShopPreview({ name, logo = '', accent = '', children }: Props) {
  const id = useId()
  const fill = accent || undefined
  return (
    <div className={styles.shop}>
      <div className={styles.head}>
        <svg className={styles.ground} aria-hidden="true">
          <rect width="100%" height="100%" fill={fill} />
        </svg>
        <svg className={styles.scallops} aria-hidden="true">
          <pattern id={id} width="20" height="10" patternUnits="userSpaceOnUse">
            <circle cx="10" cy="0" r="9.5" fill={fill} />
          </pattern>
          <rect width="100%" height="10" fill={`url(#${id})`} />
        </svg>
        {logo ? <img className={styles.logo} src={logo} alt={name} /> : <b className={styles.name}>{name}</b>}
        <span className={styles.search} aria-hidden="true">
          {fieldTexts.search}
        </span>
      </div>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  )
}
