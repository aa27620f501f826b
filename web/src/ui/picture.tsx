import { type ReactNode, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { PacketTile } from './packet-tile'
import styles from './picture.module.css'
import { type PictureSize, sizesOf, srcSetOf } from './picture-sizes'
import type { Tone } from './tone'

type Props = {
  /** The picture's address; '' or undefined draws the packet instead, as does one that fails to load. */
  src: string | undefined
  name: string
  unit?: string
  /** The category's hue; undefined: a neutral background. */
  tone?: Tone
  /** The alternative text. Leave it out where the name is beside the picture. */
  alt?: string
  /** How large it is drawn: small in rails and lines, card by default. */
  size?: PictureSize
  /** For pictures in the first screenful. */
  eager?: boolean
  className?: string
  children?: ReactNode
}

/** A product's or category's picture on its category's hue. */
export function Picture({
  src,
  name,
  unit = '',
  tone,
  alt = '',
  size = 'card',
  eager,
  className,
  children,
}: Props) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className={classNames(styles.picture, className)} data-tone={tone}>
      {src && src !== broken ? (
        <img
          // The attributes that decide about the download come before src, which starts it.
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={size === 'page' && eager ? 'high' : undefined}
          decoding="async"
          sizes={sizesOf[size]}
          srcSet={srcSetOf(src)}
          src={src}
          alt={alt}
          width={256}
          height={256}
          onError={() => setBroken(src)}
        />
      ) : (
        <PacketTile name={name} unit={unit} />
      )}
      {children}
    </span>
  )
}
