import { type ComponentProps, useId } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  /** Read out instead of the label where many are on a page. */
  accessibleName?: string
  description?: string
}

/** On or off, at once or with its form: a native checkbox. */
export function Switch({ label, accessibleName, description, className, ...input }: Props) {
  const id = useId()
  return (
    <label className={classNames(styles.switch, className)}>
      <input
        {...input}
        type="checkbox"
        aria-label={accessibleName}
        aria-describedby={description ? `${id}-description` : undefined}
      />
      <span>
        {label}
        {description && (
          <span className={styles.description} id={`${id}-description`}>
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
