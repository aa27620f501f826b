import { useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { isPasskeyCanceled, signWithPasskey } from '@/lib/passkeys'
import { CodeDialog, PasswordDialog } from './confirmation-dialogs'
import { texts } from './texts'

/** A proof of the second factor: a code, or a passkey's signature. */
export type Factor = {
  code?: string
  passkey?: { challenge: string; credential: Record<string, unknown> }
}

/** A challenge that a passkey can sign instead of a code. */
type Challenge = { challenge: string; options: unknown }

/** The state of the open dialog. */
type Prompt = { kind: 'password' | 'code'; challenge?: Challenge; error?: string; busy?: boolean }
/** The input of the dialog. */
type Confirmation = { password: string } | { factor: Factor }

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

/** Returns the prompt that an error asks for; undefined for other errors. */
function promptOf(error: unknown): Prompt | undefined {
  if (codeOf(error) === 'confirm_password') return { kind: 'password' }
  if (!(error instanceof ApiError) || error.code !== 'confirm_code') return undefined
  return { kind: 'code', challenge: (error.data as { passkey?: Challenge } | null)?.passkey }
}

/** Returns the message for a wrong password or code; undefined for other errors. */
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
 * Runs a call that the server may refuse until the user confirms it: with the password, if the login is not recent, or
 * with a second factor. A dialog asks for either, and `run` repeats the call with the input. Canceling the dialog
 * throws the server's error.
 */
export function useConfirmedCall() {
  const [shownPrompt, setShownPrompt] = useState<Prompt>()
  const resolveRef = useRef<(confirmation: Confirmation | undefined) => void>(undefined)
  const ask = (next: Prompt) =>
    new Promise<Confirmation | undefined>((resolve) => {
      resolveRef.current = resolve
      setShownPrompt(next)
    })

  const run = async <Result,>(
    call: (password?: string, factor?: Factor) => Promise<Result>,
  ): Promise<Result> => {
    let password: string | undefined
    let factor: Factor | undefined
    let prompt: Prompt | undefined
    let errorMessage: string | undefined
    try {
      for (;;) {
        let refused: unknown
        try {
          return await call(password, factor)
        } catch (error) {
          refused = error
        }
        const requested = promptOf(refused)
        if (requested === undefined) {
          errorMessage = refusal(refused)
          if (prompt === undefined || errorMessage === undefined) throw refused
          // A challenge can be signed once: repeat the call without a factor to get a new challenge.
          if (factor?.passkey) {
            factor = undefined
            continue
          }
        } else {
          prompt = requested
        }
        const confirmation = await ask({ ...prompt, error: errorMessage })
        errorMessage = undefined
        if (confirmation === undefined) throw refused
        setShownPrompt({ ...prompt, busy: true })
        if ('password' in confirmation) password = confirmation.password
        else factor = confirmation.factor
      }
    } finally {
      setShownPrompt(undefined)
    }
  }

  const sign = async ({ challenge, options }: Challenge) => {
    setShownPrompt((before) => before && { ...before, busy: true, error: undefined })
    try {
      const credential = await signWithPasskey(options)
      resolveRef.current?.({ factor: { passkey: { challenge, credential: { ...credential } } } })
    } catch (error) {
      setShownPrompt(
        (before) => before && { ...before, busy: false, error: refusal(error) ?? texts.passkeyFailed },
      )
    }
  }
  const cancel = () => resolveRef.current?.(undefined)
  const dialog =
    shownPrompt?.kind === 'password' ? (
      <PasswordDialog
        error={shownPrompt.error}
        busy={shownPrompt.busy}
        onPassword={(password) => resolveRef.current?.({ password })}
        onClose={cancel}
      />
    ) : (
      shownPrompt && (
        <CodeDialog
          error={shownPrompt.error}
          busy={shownPrompt.busy}
          onCode={(code) => resolveRef.current?.({ factor: { code } })}
          onPasskey={
            shownPrompt.challenge && (() => shownPrompt.challenge && void sign(shownPrompt.challenge))
          }
          onClose={cancel}
        />
      )
    )
  return { run, dialog }
}
