import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './field.module.css'
import { Icon } from './icon'

/** What is wrong with the value of a control, below it. */
export function FieldError({ className, children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p {...paragraph} className={classNames(styles.error, className)}>
      <Icon icon={CircleAlert} size="small" />
      {children}
    </p>
  )
}
