import styles from './version-choice.module.css'

/** The class of a label with a radio button and one of two versions of a value that two users have changed: its name in a `b`. */
export const versionChoice = styles.choice
