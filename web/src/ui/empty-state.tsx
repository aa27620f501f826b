import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import type { Tone } from './tone'

type Props = {
  /** The address of a picture, or an icon. */
  icon: string | LucideIcon
  tone: Tone
  title: string
  description?: string
  /** The page's only title, or one within a page. */
  level?: 1 | 2
  /** At most one filled button and one quiet one. */
  children?: ReactNode
}

/** In place of an empty list, a lost page or a failure: a picture in a category's arch, and what to do now. */
export function EmptyState({ icon: Icon, tone, title, description, level = 2, children }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.emptyState}>
      <span className={styles.picture} data-tone={tone} aria-hidden="true">
        {typeof Icon === 'string' ? <img src={Icon} alt="" width={256} height={256} /> : <Icon />}
      </span>
      <Title>{title}</Title>
      {description && <p>{description}</p>}
      {children}
    </div>
  )
}
