import { classNames } from '@/lib/class-names'
import { type LabelLayout, layoutLabel, shortLabel } from './drawing-label'
import styles from './drawing-tile.module.css'

/** A drawn picture as in the API: `shape` names its silhouette; `label` and `brand` are written on it. */
export type Drawing = { url: string; shape?: string; label?: string; brand?: string }

type Props = {
  drawing: Drawing
  /** For drawings visible without scrolling. */
  eager?: boolean
  /** The fetch priority. */
  priority?: 'high' | 'low'
}

/** The drawing of a product or category without a photograph. Hidden from screen readers: the name is beside it. */
export function DrawingTile({ drawing, eager, priority = 'low' }: Props) {
  const { url, shape = '', label = '', brand } = drawing
  return (
    <span className={styles.drawing} aria-hidden="true">
      <img
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={priority}
        decoding="async"
        src={url}
        alt=""
        width={120}
        height={120}
      />
      {brand && <LabelText layout={layoutLabel(shape, label, { brand })} className={styles.branded} />}
      <LabelText
        layout={layoutLabel(shape, label)}
        className={classNames(styles.full, brand && styles.plain)}
      />
      <LabelText layout={layoutLabel(shape, shortLabel(label), { small: true })} className={styles.short} />
    </span>
  )
}

function LabelText({
  layout,
  className,
}: {
  layout: LabelLayout | undefined
  className: string | undefined
}) {
  if (!layout) return null
  return (
    <svg viewBox="0 0 120 120" className={classNames(styles.label, className)} role="presentation">
      {layout.brand && (
        <text
          x={layout.x}
          y={layout.brand.y}
          fontSize={layout.brand.size}
          textAnchor="middle"
          className={styles.brand}
        >
          {layout.brand.text}
        </text>
      )}
      {layout.lines.map(({ text, y }) => (
        <text key={y} x={layout.x} y={y} fontSize={layout.size} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  )
}
