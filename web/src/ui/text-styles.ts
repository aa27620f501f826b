import styles from './text-styles.module.css'

/** The classes of titles and secondary texts. */
export const textStyles = {
  /** Text beside or under a name or a figure: its unit, time or explanation. */
  caption: styles.caption,
  /** A sentence that explains a field, an action or a panel. */
  hint: styles.hint,
  /** A line below a name: quantity, unit, count. */
  detail: styles.detail,
  /** The title of a panel or section. */
  title: styles.title,
  /** Text in the size of its surroundings. */
  muted: styles.muted,
}
