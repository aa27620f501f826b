import { classNames } from '@/lib/class-names'
import { GST_KINDS, type GSTKind } from './gst'
import styles from './gst-kind-field.module.css'

type Props = {
  legend: string
  value: string
  /** The name and the explanation of each status. */
  labels: Record<GSTKind, string>
  descriptions: Record<GSTKind, string>
  onChange: (kind: GSTKind) => void
}

/** Selects the shop's GST status. */
export function GSTKindField({ legend, value, labels, descriptions: means, onChange }: Props) {
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
