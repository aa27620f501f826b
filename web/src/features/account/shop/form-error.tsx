import type { ReactNode } from 'react'
import { Alert } from '@/ui/alert'

/** An error that belongs to no single field, above the form's button. Renders nothing without children. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Alert tone="danger" role="alert">
      {children}
    </Alert>
  )
}
