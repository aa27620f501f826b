import { type ReactNode, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { savesData } from '@/lib/save-data'
import pouch from '@/pictures/pouch.svg'
import { type Drawing, DrawingTile } from './drawing-tile'
import styles from './picture.module.css'
import { type PictureSize, sizesOf, srcSetOf } from './picture-sizes'
import type { Tone } from './tone'

type Props = {
  /**
   * The picture's URL. The labeled drawing replaces a URL that is '', undefined or the drawing's own, or that fails to
   * load.
   */
  src: string | undefined
  name: string
  /** The fallback drawing; defaults to a pouch with the first words of the name. */
  drawing?: Drawing
  /** The category's hue; a neutral background if undefined. */
  tone?: Tone
  /** The alternative text. Omit it if the name is beside the picture. */
  alt?: string
  /** The size at which it is displayed; `small` for lists and rails. */
  size?: PictureSize
  /** For pictures visible without scrolling. */
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
          // Order matters: setting src starts the download, so the attributes that affect it come first.
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

/** Small pictures are many and secondary: the page's cards load before them. */
function priorityOf(size: PictureSize, eager: boolean | undefined): 'high' | 'low' | undefined {
  if (size === 'small') return 'low'
  return eager ? 'high' : undefined
}

function pouchOf(name: string): Drawing {
  const [head = ''] = name.split(/,|[–—|(]|\s-\s/)
  return { url: pouch, shape: 'pouch', label: head.trim().split(/\s+/).slice(0, 2).join(' ') }
}
