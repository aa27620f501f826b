import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@/lib/use-mutation'
import { type Purchase, saveDraft } from '../api'
import { type Draft, formOf } from '../draft'

const PAUSE_MS = 600

/**
 * Saves a draft after a pause in typing. Only one request is in flight; the next one sends the changes made meanwhile.
 * `flush` saves immediately and resolves to the saved draft.
 */
export function useAutosave(id: string, draft: Draft, onSaved: (purchase: Purchase) => void) {
  const body = JSON.stringify(formOf(draft))
  const [savedBody, setSavedBody] = useState(body)
  const [savedAt, setSavedAt] = useState<Date>()
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const saving = useMutation({
    mutationFn: (text: string) => saveDraft({ id, body: JSON.parse(text) }),
    meta: { errorShownBy: 'component' },
    onSuccess: (purchase, text) => {
      setSavedBody(text)
      setSavedAt(new Date())
      onSaved(purchase)
    },
  })
  const { mutateAsync } = saving
  const save = (text: string) => {
    const next = running.current.then(() => mutateAsync(text))
    running.current = next.catch(() => undefined)
    return next
  }
  const latest = useRef(save)
  latest.current = save
  const failedBody = saving.isError ? saving.variables : undefined
  useEffect(() => {
    if (body === savedBody || body === failedBody) return
    const timer = setTimeout(() => void latest.current(body).catch(() => undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [body, savedBody, failedBody])
  return { error: saving.error, saved: body === savedBody, savedAt, flush: () => save(body) }
}
