import { useSyncExternalStore } from 'react'

/** What the page asks about the session: the password of a login that has ended, or whether to log out and lose unsent work. */
type Question = 'login' | 'logout'

export type SessionPrompt = {
  question: Question
  /** `agreed`: logged in again, or log out. */
  answer: (agreed: boolean) => void
}

let prompt: SessionPrompt | undefined
const listeners = new Set<() => void>()

function show(next: SessionPrompt | undefined): void {
  prompt = next
  for (const listener of listeners) listener()
}

/** Asks in the page and resolves to the answer; false where no page shows the question. */
export function askUser(question: Question): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    show({
      question,
      answer: (agreed) => {
        show(undefined)
        resolve(agreed)
      },
    })
  })
}

/** The open question. */
export function useSessionPrompt(): SessionPrompt | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prompt,
    () => undefined,
  )
}
