import { classNames } from '@/lib/class-names'
import { type LabelLayout, layoutLabel, shortLabel } from './drawing-label'
import styles from './drawing-tile.module.css'

/** A drawn picture as the API describes it: `shape` says which silhouette it is, `label` what stands on it. */
export type Drawing = { url: string; shape?: string; label?: string }

type Props = {
  drawing: Drawing
  /** For drawings in the first screenful. */
  eager?: boolean
}

/** What is drawn for a thing without a photograph. It is silent: the name beside it speaks. */
export function DrawingTile({ drawing: { url, shape = '', label = '' }, eager }: Props) {
  return (
    <span className={styles.drawing} aria-hidden="true">
      <img loading={eager ? 'eager' : 'lazy'} decoding="async" src={url} alt="" width={120} height={120} />
      <LabelText layout={layoutLabel(shape, label)} className={styles.full} />
      <LabelText layout={layoutLabel(shape, shortLabel(label), true)} className={styles.short} />
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
      {layout.lines.map(({ text, y }) => (
        <text key={y} x={layout.x} y={y} fontSize={layout.size} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  )
}
