import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts } from './texts'
import { isRetryable, uploadPicture } from './upload'
import { slotsFromUrls, type UploadSlot, uploadReducer } from './upload-slots'

/** The error of an upload; `key` is the slot's. */
type UploadError = { key: string; name: string; message: string }

type KeyedFile = { key: string; file: File }

let lastKey = 0

/** Uploads several pictures in parallel and keeps their order. Uploads that failed temporarily can be retried. */
export function useUploads(initialUrls: readonly string[]) {
  const [slots, dispatch] = useReducer(uploadReducer, initialUrls, slotsFromUrls)
  const [errors, setErrors] = useState<UploadError[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const upload = async ({ key, file }: KeyedFile): Promise<'completed' | 'aborted' | ApiError> => {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    try {
      const onProgress = (percent: number) => dispatch({ type: 'progress', key, percent })
      const url = await uploadPicture(file, { onProgress, signal: controller.signal })
      dispatch({ type: 'complete', key, url })
      return 'completed'
    } catch (thrown) {
      if (controller.signal.aborted) return 'aborted'
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, texts.failed)
      dispatch({ type: isRetryable(error) ? 'fail' : 'remove', key })
      const message = errorMessage(error, texts.failed)
      setErrors((previous) => [...previous, { key, name: file.name, message }])
      return error
    } finally {
      controllers.current.delete(key)
    }
  }

  const uploadAll = async (batch: KeyedFile[]) => {
    const results = await Promise.all(batch.map(upload))
    const completed = results.filter((result) => result === 'completed').length
    if (completed > 0) notify.success(texts.uploadedMany(completed))
    const error = results.find((result) => result instanceof ApiError)
    // One toast for all files; the field lists each file's error.
    if (error) notify.error(error.status === 0 ? texts.failed : error.message)
  }

  const clearError = (key: string) => setErrors((previous) => previous.filter((error) => error.key !== key))

  return {
    slots,
    errors,
    add: (files: File[]) => {
      const batch = files.map((file) => ({ key: `file-${++lastKey}`, file }))
      setErrors([])
      dispatch({ type: 'add', files: batch })
      void uploadAll(batch)
    },
    retry: ({ key, file }: UploadSlot) => {
      if (!file) return
      clearError(key)
      dispatch({ type: 'retry', key })
      void uploadAll([{ key, file }])
    },
    remove: (key: string) => {
      controllers.current.get(key)?.abort()
      clearError(key)
      dispatch({ type: 'remove', key })
    },
    move: (key: string, toIndex: number) => dispatch({ type: 'move', key, toIndex }),
  }
}
