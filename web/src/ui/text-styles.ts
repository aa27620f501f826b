import styles from './text-styles.module.css'

/** The classes of secondary texts. */
export const textStyles = {
  /** Text beside or under a name or a figure: its unit, time or explanation. */
  caption: styles.caption,
  /** A sentence that explains a field, an action or a panel. */
  hint: styles.hint,
  /** Text in the size of its surroundings. */
  muted: styles.muted,
}
