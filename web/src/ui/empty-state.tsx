import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import type { Tone } from './tone'

type Props = {
  /** A picture's URL, or an icon. */
  icon: string | LucideIcon
  tone: Tone
  title: string
  description?: string
  /** The heading level: 1 if it is the page's only heading. */
  level?: 1 | 2
  /** The actions: at most one filled and one quiet button. */
  children?: ReactNode
}

/** Replaces an empty list, a missing page or a failed one: a picture in an arch, and what the user can do. */
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
