import type { ReactNode } from 'react'
import { Alert } from '@/ui/alert'

/** Above a form's button: an error that belongs to no single field. Nothing without one. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Alert tone="danger" role="alert">
      {children}
    </Alert>
  )
}
