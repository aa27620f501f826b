import styles from './header-button.module.css'

/** The class of a header's links and buttons: an icon and, where there is room, the words in a span beside it. */
export const headerButtonClass = styles.headerButton
