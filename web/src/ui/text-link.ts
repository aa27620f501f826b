import styles from './text-link.module.css'

/** The class of a link or button within a line of text, with a 44 px target. */
export const textLinkClass = styles.textLink
