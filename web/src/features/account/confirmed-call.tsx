import { useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { isPasskeyCanceled, signWithPasskey } from '@/lib/passkeys'
import { CodeDialog, PasswordDialog } from './confirmation-dialogs'
import { texts } from './texts'

/** What stands in for a login's second factor: a code, or what a device has signed. */
export type Factor = {
  code?: string
  passkey?: { challenge: string; credential: Record<string, unknown> }
}

/** What a device may sign in place of a code. */
type Challenge = { challenge: string; options: unknown }

/** The dialog's state while it asks. */
type Question = { kind: 'password' | 'code'; challenge?: Challenge; error?: string; busy?: boolean }
type Answer = { password: string } | { factor: Factor }

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

/** What a refusal asks for; undefined for any other failure. */
function questionOf(error: unknown): Question | undefined {
  if (codeOf(error) === 'confirm_password') return { kind: 'password' }
  if (!(error instanceof ApiError) || error.code !== 'confirm_code') return undefined
  return { kind: 'code', challenge: (error.data as { passkey?: Challenge } | null)?.passkey }
}

/** The sentence of a refused password or code; undefined for any other failure. */
function refusal(error: unknown): string | undefined {
  if (isPasskeyCanceled(error)) return texts.passkeyNotConfirmed
  const refused =
    error instanceof ApiError &&
    (error.code === 'wrong_password' ||
      error.status === 429 ||
      error.fields.some(({ field }) => field === 'code'))
  return refused ? error.message : undefined
}

/**
 * Runs a call that may ask for the password again, as one some time after the login does, and for a code where
 * logins ask for one: a dialog asks, and the call is made once more with what was typed. Canceling it throws the
 * server's refusal; nothing that was typed elsewhere is lost.
 */
export function useConfirmedCall() {
  const [question, setQuestion] = useState<Question>()
  const answer = useRef<(answer: Answer | undefined) => void>(undefined)
  const ask = (next: Question) =>
    new Promise<Answer | undefined>((resolve) => {
      answer.current = resolve
      setQuestion(next)
    })

  const run = async <Result,>(
    call: (password?: string, factor?: Factor) => Promise<Result>,
  ): Promise<Result> => {
    let password: string | undefined
    let factor: Factor | undefined
    let open: Question | undefined
    let wrong: string | undefined
    try {
      for (;;) {
        let refused: unknown
        try {
          return await call(password, factor)
        } catch (error) {
          refused = error
        }
        const asked = questionOf(refused)
        if (asked === undefined) {
          wrong = refusal(refused)
          if (open === undefined || wrong === undefined) throw refused
          // Each challenge is signed once: the refusal without a factor brings another.
          if (factor?.passkey) {
            factor = undefined
            continue
          }
        } else {
          open = asked
        }
        const given = await ask({ ...open, error: wrong })
        wrong = undefined
        if (given === undefined) throw refused
        setQuestion({ ...open, busy: true })
        if ('password' in given) password = given.password
        else factor = given.factor
      }
    } finally {
      setQuestion(undefined)
    }
  }

  const sign = async ({ challenge, options }: Challenge) => {
    setQuestion((before) => before && { ...before, busy: true, error: undefined })
    try {
      const credential = await signWithPasskey(options)
      answer.current?.({ factor: { passkey: { challenge, credential: { ...credential } } } })
    } catch (error) {
      setQuestion(
        (before) => before && { ...before, busy: false, error: refusal(error) ?? texts.passkeyFailed },
      )
    }
  }
  const cancel = () => answer.current?.(undefined)
  const dialog =
    question?.kind === 'password' ? (
      <PasswordDialog
        error={question.error}
        busy={question.busy}
        onPassword={(password) => answer.current?.({ password })}
        onClose={cancel}
      />
    ) : (
      question && (
        <CodeDialog
          error={question.error}
          busy={question.busy}
          onCode={(code) => answer.current?.({ factor: { code } })}
          onPasskey={question.challenge && (() => question.challenge && void sign(question.challenge))}
          onClose={cancel}
        />
      )
    )
  return { run, dialog }
}
