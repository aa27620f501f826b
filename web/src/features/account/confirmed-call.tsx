import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { texts as shell } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import styles from './confirmed-call.module.css'
import { PasswordField } from './password-field'
import { texts } from './texts'

/** The dialog's state while it asks. */
type Question = { error?: string; busy?: boolean }

const asksForPassword = (error: unknown) => error instanceof ApiError && error.code === 'confirm_password'

/** The sentence of a refused password; undefined for any other failure. */
const refusal = (error: unknown) =>
  error instanceof ApiError && (error.code === 'wrong_password' || error.status === 429)
    ? error.message
    : undefined

/**
 * Runs a call that may ask for the password again, as one some time after the login does: a dialog asks, and the
 * call is made once more with the password. Canceling it throws the server's refusal; nothing that was typed
 * elsewhere is lost.
 */
export function useConfirmedCall() {
  const [question, setQuestion] = useState<Question>()
  const answer = useRef<(password: string | undefined) => void>(undefined)
  const ask = (next: Question) =>
    new Promise<string | undefined>((resolve) => {
      answer.current = resolve
      setQuestion(next)
    })

  const run = async <Result,>(call: (password?: string) => Promise<Result>): Promise<Result> => {
    let refused: unknown
    try {
      return await call()
    } catch (error) {
      if (!asksForPassword(error)) throw error
      refused = error
    }
    let wrong: string | undefined
    try {
      for (;;) {
        const password = await ask({ error: wrong })
        if (password === undefined) throw refused
        setQuestion({ busy: true })
        try {
          return await call(password)
        } catch (error) {
          wrong = refusal(error)
          if (wrong === undefined) throw error
        }
      }
    } finally {
      setQuestion(undefined)
    }
  }

  const dialog = question && (
    <PasswordDialog {...question} onAnswer={(password) => answer.current?.(password)} />
  )
  return { run, dialog }
}

function PasswordDialog({ error, busy, onAnswer }: Question & { onAnswer: (password?: string) => void }) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // It lies over a form: React would submit that, too.
    event.stopPropagation()
    if (password === '') setMissing(texts.required(texts.password))
    else onAnswer(password)
  }
  return (
    <Dialog
      open
      over
      title={texts.confirmYourPassword}
      description={texts.confirmYourPasswordHint}
      onClose={() => onAnswer(undefined)}
    >
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          required
          value={password}
          error={missing ?? error}
          onChange={({ target }) => {
            setMissing(undefined)
            setPassword(target.value)
          }}
        />
        <DialogFooter>
          <Button variant="outline" onClick={() => onAnswer(undefined)}>
            {shell.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {shell.confirm}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
