import styles from './version-choice.module.css'

/** The class of a label with a radio button for one of two conflicting versions of a value; put the version's name in a `b`. */
export const versionChoice = styles.choice
