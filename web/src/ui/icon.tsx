import type { LucideIcon } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import styles from './icon.module.css'

type Props = { icon: LucideIcon; size?: 'small' | 'medium' | 'large'; className?: string }

/** A Lucide icon of 16, 20 or 24 px that does not shrink in a flex container. Hidden from screen readers. */
export function Icon({ icon: Svg, size = 'medium', className }: Props) {
  return <Svg className={classNames(styles[size], className)} aria-hidden="true" />
}
