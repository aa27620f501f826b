import { notify } from './notify'

/** Copies a text to the clipboard and shows a toast. Browsers have no clipboard API without TLS. */
export async function copyText(text: string, messages: { copied: string; notCopied: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(messages.copied)
  } catch {
    notify.error(messages.notCopied)
  }
}
