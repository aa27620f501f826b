import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import type { NamedFile } from './dropped-files'
import { sendBulkPicture } from './pictures-api'
import { texts } from './pictures-texts'
import { readZip } from './zip-reader'

/** The progress and results of an upload of several files. */
export type Sending = {
  current?: string
  counts: { added: number; had: number; waits: number }
  leftOut: { key: number; name: string; reason: string }[]
}

const NOTHING: Sending = { counts: { added: 0, had: 0, waits: 0 }, leftOut: [] }

type ReadFile = { name: string; file?: File; refusal?: string }

async function* filesOf(chosen: NamedFile[]): AsyncGenerator<ReadFile> {
  for (const { name, file } of chosen) {
    if (!file.name.toLowerCase().endsWith('.zip')) {
      if (!file.name.startsWith('.')) yield { name, file }
      continue
    }
    try {
      for await (const entry of readZip(file)) {
        if ('refusal' in entry) yield entry
        else yield { name: entry.name, file: new File([entry.content], entry.name) }
      }
    } catch (error) {
      yield { name, refusal: errorMessage(error, texts.zipBroken) }
    }
  }
}

/** Uploads the selected pictures one at a time; each is saved on its own. */
export function useBulkSending() {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState<Sending>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (chosen: NamedFile[]) => {
    if (chosen.length === 0) return
    controller.current = new AbortController()
    const { signal } = controller.current
    let state: Sending = NOTHING
    const show = (change: Partial<Sending>) => {
      state = { ...state, ...change }
      setSending(state)
    }
    for await (const { name, file, refusal } of filesOf(chosen)) {
      if (signal.aborted) return
      show({ current: name })
      try {
        if (!file) throw new ApiError(400, refusal ?? texts.unreadable)
        const { outcome } = await sendBulkPicture(file, name, signal)
        if (outcome === 'added' || outcome === 'had' || outcome === 'waits') {
          show({ counts: { ...state.counts, [outcome]: state.counts[outcome] + 1 } })
        }
      } catch (error) {
        if (signal.aborted) return
        show({
          leftOut: [
            ...state.leftOut,
            { key: state.leftOut.length, name, reason: errorMessage(error, texts.sendFailed) },
          ],
        })
      }
    }
    show({ current: undefined })
    await queryClient.invalidateQueries({ queryKey: ['catalog'] })
  }
  return { sending, send }
}
