import styles from './text-link.module.css'

/** The class of a link or button within a line of text, with a target of 44 px. */
export const textLinkClass = styles.textLink
