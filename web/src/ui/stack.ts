import styles from './stack.module.css'

/** The classes of elements that only place their children: beside or below each other, with a gap. */
export const stack = {
  /** Buttons or other items beside each other, which wrap. */
  row: styles.row,
  /** Items 8 px apart, below each other. */
  dense: styles.dense,
  /** Items 12 px apart. */
  list: styles.list,
  /** Panels of a page, each with its own height: one column, or the page's columns where it sets them. */
  column: styles.column,
  /** Fields 16 px apart. */
  form: styles.form,
  /** Fields below a dialog's title. */
  dialogForm: styles.dialogForm,
}
