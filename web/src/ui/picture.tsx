import { type ReactNode, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { savesData } from '@/lib/save-data'
import pouch from '@/pictures/pouch.svg'
import { type Drawing, DrawingTile } from './drawing-tile'
import styles from './picture.module.css'
import { type PictureSize, sizesOf, srcSetOf } from './picture-sizes'
import type { Tone } from './tone'

type Props = {
  /** The picture's address. The drawing's own, '' or undefined shows the drawing with its label, as does one that fails to load. */
  src: string | undefined
  name: string
  /** What is drawn for it; a pouch with the name's first words without one. */
  drawing?: Drawing
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
  drawing,
  tone,
  alt = '',
  size = 'card',
  eager,
  className,
  children,
}: Props) {
  const [broken, setBroken] = useState<string>()
  const priority = priorityOf(size, eager)
  return (
    <span className={classNames(styles.picture, className)} data-tone={tone}>
      {src && src !== broken && src !== drawing?.url ? (
        <img
          // The attributes that decide about the download come before src, which starts it.
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={priority}
          decoding="async"
          sizes={sizesOf[size]}
          srcSet={srcSetOf(src, size !== 'zoomed' && savesData())}
          src={src}
          alt={alt}
          width={256}
          height={256}
          onError={() => setBroken(src)}
        />
      ) : (
        <DrawingTile drawing={drawing ?? pouchOf(name)} eager={eager} priority={priority} />
      )}
      {children}
    </span>
  )
}

/** Small pictures stand in rails and tiles, of which there are many: a page's cards go first. */
function priorityOf(size: PictureSize, eager: boolean | undefined): 'high' | 'low' | undefined {
  if (size === 'small') return 'low'
  return eager ? 'high' : undefined
}

function pouchOf(name: string): Drawing {
  const [head = ''] = name.split(/,|[–—|(]|\s-\s/)
  return { url: pouch, shape: 'pouch', label: head.trim().split(/\s+/).slice(0, 2).join(' ') }
}
