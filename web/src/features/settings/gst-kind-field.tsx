import { classNames } from '@/lib/class-names'
import { GST_KINDS, type GSTKind } from './gst'
import styles from './gst-kind-field.module.css'

type Props = {
  legend: string
  value: string
  /** What each standing is called, and what it means. */
  labels: Record<GSTKind, string>
  means: Record<GSTKind, string>
  onChange: (kind: GSTKind) => void
}

/** How a shop stands towards the goods and services tax. */
export function GSTKindField({ legend, value, labels, means, onChange }: Props) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{legend}</legend>
      {GST_KINDS.map((kind) => (
        <label key={kind} className={classNames(styles.kind, value === kind && styles.chosen)}>
          <input type="radio" name="gst" checked={value === kind} onChange={() => onChange(kind)} />
          <span>
            <b>{labels[kind]}</b>
            <small>{means[kind]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
