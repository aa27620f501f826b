import styles from './header-button.module.css'

/** The class of links and buttons in the header: an icon and, if there is room, a text beside it (in a span). */
export const headerButtonClass = styles.headerButton
