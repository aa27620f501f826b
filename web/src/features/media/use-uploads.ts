import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { changeSlots, type Slot, slotsOf } from './slots'
import { texts } from './texts'
import { isPassing, uploadPicture } from './upload'

/** What was said of a file that the shop will not have. */
export type Refused = { key: string; name: string; sentence: string }

type Sending = { key: string; file: File }

let chosen = 0

/** Sends several pictures at once and keeps their order. What was not sent for a passing reason can be sent again. */
export function useUploads(initial: readonly string[]) {
  const [slots, change] = useReducer(changeSlots, initial, slotsOf)
  const [refused, setRefused] = useState<Refused[]>([])
  const under = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = under.current
    return () => {
      for (const sending of running.values()) sending.abort()
    }
  }, [])

  const send = async ({ key, file }: Sending): Promise<'sent' | 'gone' | ApiError> => {
    const stop = new AbortController()
    under.current.set(key, stop)
    try {
      const onProgress = (percent: number) => change({ type: 'progress', key, percent })
      change({ type: 'sent', key, url: await uploadPicture(file, { onProgress, signal: stop.signal }) })
      return 'sent'
    } catch (reason) {
      if (stop.signal.aborted) return 'gone'
      const failure = reason instanceof ApiError ? reason : new ApiError(0, texts.failed)
      if (isPassing(failure)) change({ type: 'strand', key })
      else change({ type: 'remove', key })
      setRefused((before) => [
        ...before,
        { key, name: file.name, sentence: errorMessage(failure, texts.failed) },
      ])
      return failure
    } finally {
      under.current.delete(key)
    }
  }

  const sendAll = async (batch: Sending[]) => {
    const ends = await Promise.all(batch.map(send))
    const sent = ends.filter((end) => end === 'sent').length
    if (sent > 0) notify.success(texts.uploadedMany(sent))
    const failure = ends.find((end) => end instanceof ApiError)
    // What happened to which picture stands beside them.
    if (failure) notify.error(failure.status === 0 ? texts.failed : failure.message)
  }

  return {
    slots,
    refused,
    add: (files: File[]) => {
      const batch = files.map((file) => ({ key: `chosen ${++chosen}`, file }))
      setRefused([])
      change({ type: 'add', slots: batch })
      void sendAll(batch)
    },
    again: ({ key, file }: Slot) => {
      if (!file) return
      setRefused((before) => before.filter((one) => one.key !== key))
      change({ type: 'again', key })
      void sendAll([{ key, file }])
    },
    remove: (key: string) => {
      under.current.get(key)?.abort()
      setRefused((before) => before.filter((one) => one.key !== key))
      change({ type: 'remove', key })
    },
    move: (key: string, to: number) => change({ type: 'move', key, to }),
  }
}
