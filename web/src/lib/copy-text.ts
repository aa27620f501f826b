import { notify } from './notify'

/** Copies a text and shows a toast about it; browsers have no clipboard without TLS. */
export async function copyText(text: string, messages: { copied: string; notCopied: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(messages.copied)
  } catch {
    notify.error(messages.notCopied)
  }
}
