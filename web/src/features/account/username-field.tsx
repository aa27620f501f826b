import { visuallyHiddenClass } from '@/ui/visually-hidden'

/**
 * A visually hidden field with the user's email, under which password managers save the form's new password. They
 * ignore inputs with display: none.
 */
export function UsernameField({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      className={visuallyHiddenClass}
      aria-hidden="true"
    />
  )
}
