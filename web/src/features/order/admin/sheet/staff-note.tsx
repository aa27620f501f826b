import { type KeyboardEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { Panel } from '@/ui/panel'
import { TextAreaField } from '@/ui/text-area-field'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { saveStaffNote } from './sheet-api'
import { sheetTexts } from './sheet-texts'

const NOTE_MAX = 1000

/** Unsaved text by order id: closing the sheet loses nothing. */
const drafts = new Map<string, string>()

/** A note for staff only. It is saved on blur and on Enter. */
export function StaffNote({ order: { _id, staffNote = '' } }: { order: Order }) {
  const [draft, setDraft] = useState(drafts.get(_id))
  const { mutate, isPending, isSuccess, error } = useOrderAction({
    call: saveStaffNote,
    fallback: sheetTexts.failedToNote,
    inline: true,
  })
  const change = (text: string | undefined) => {
    if (text === undefined) drafts.delete(_id)
    else drafts.set(_id, text)
    setDraft(text)
  }
  const save = () => {
    if (draft === undefined || isPending) return
    if (draft.trim() === staffNote) return change(undefined)
    mutate(
      { _id, staffNote: draft.trim() },
      // Keep a newer draft, typed while saving.
      { onSuccess: () => drafts.get(_id) === draft && change(undefined) },
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey)) return
    event.preventDefault()
    event.currentTarget.blur()
  }
  const state = draft === undefined ? isSuccess && sheetTexts.noteSaved : sheetTexts.noteNotSaved
  return (
    <Panel padded>
      <TextAreaField
        label={sheetTexts.staffNote}
        name="staffNote"
        rows={2}
        maxLength={NOTE_MAX}
        value={draft ?? staffNote}
        description={state || sheetTexts.staffNoteHint}
        error={error && draft !== undefined ? errorMessage(error, sheetTexts.failedToNote) : undefined}
        onChange={({ target }) => change(target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </Panel>
  )
}
