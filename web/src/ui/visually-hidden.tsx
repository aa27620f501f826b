import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

/** The class of an element for screen readers and keyboards only, such as a file input inside its drop zone. */
export const visuallyHiddenClass = styles.visuallyHidden

/** Text for screen readers only. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={visuallyHiddenClass} />
}
