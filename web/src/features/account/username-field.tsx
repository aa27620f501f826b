import styles from './username-field.module.css'

/** A hidden field with the user's email: password managers save the form's new password under it. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      className={styles.field}
      aria-hidden="true"
    />
  )
}
