import styles from './version-choice.module.css'

/** The class of a label with a radio button and a version of a value that somebody else has changed, too: its name in a `b`. */
export const versionChoice = styles.choice
