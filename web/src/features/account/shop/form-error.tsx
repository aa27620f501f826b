import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Above a form's button: what went wrong that is not about one field. Nothing when nothing did. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="note note--bad" role="alert">
      <CircleAlert className="ic" />
      <span>{children}</span>
    </p>
  )
}
