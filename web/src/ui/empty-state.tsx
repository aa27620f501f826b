import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  /** What stands in the niche: the address of a picture, or an icon. */
  sign: string | LucideIcon
  aisle: number
  title: string
  hint?: string
  /** The page's only title, or one within a page. */
  level?: 1 | 2
  /** At most one filled button and one quiet one. */
  children?: ReactNode
}

/** An empty shelf, a lost page or a failure, in the arch of a category. */
export function EmptyState({ sign: Sign, aisle, title, hint, level = 2, children }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="pic niche" data-aisle={aisle} aria-hidden="true">
        {typeof Sign === 'string' ? (
          <img src={Sign} alt="" width={256} height={256} />
        ) : (
          <Sign className="ic" />
        )}
      </span>
      <Title>{title}</Title>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}
