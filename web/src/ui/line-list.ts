import styles from './line-list.module.css'

/**
 * The classes of a list whose lines have a picture, a text (a name and details) and an end (such as a price). Not
 * components, because a line is an `li` in one list and a `div` in another.
 */
export const lineList = {
  list: styles.list,
  line: styles.line,
  picture: styles.picture,
  text: styles.text,
  name: styles.name,
  price: styles.price,
  end: styles.end,
}
