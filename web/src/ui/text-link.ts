import { classNames } from '@/lib/class-names'
import styles from './text-link.module.css'

/** The class of a link or button within a line of text, with a 44 px target. */
export const textLinkClass = styles.textLink

/** The class of a link with an arrow, back to the list above a record's page. */
export const backLinkClass = classNames(styles.textLink, styles.back)
