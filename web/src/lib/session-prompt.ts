import { useSyncExternalStore } from 'react'

/** A prompt about the session. `login`: the session has expired, enter the password. `logout`: log out and lose unsent work? */
type Question = 'login' | 'logout'

export type SessionPrompt = {
  question: Question
  /** `agreed`: the user has logged in again, or wants to log out. */
  answer: (agreed: boolean) => void
}

let prompt: SessionPrompt | undefined
const listeners = new Set<() => void>()

function show(next: SessionPrompt | undefined): void {
  prompt = next
  for (const listener of listeners) listener()
}

/** Shows the prompt and resolves to the answer; false if no mounted component can show it. */
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

/** Returns the open prompt; undefined if none is open. */
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
