import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '@/lib/copy-text'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { staffTexts } from '../texts'

type Props = { open: boolean; email: string; path: string; onClose: () => void }

/** The link of an invitation that was made anew, in a shop that sends no mail. */
export default function LinkDialog({ open, email, path, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={staffTexts.linkTitle}
      description={staffTexts.linkHint(email)}
      form
    >
      <InvitationLink path={path} onDone={onClose} />
    </Dialog>
  )
}

/** The whole link of an invitation, to copy. */
export function InvitationLink({ path, onDone }: { path: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const link = new URL(path, window.location.origin).href
  const copy = () => {
    field.current?.select()
    return copyText(link, staffTexts)
  }
  return (
    <>
      <Field
        ref={field}
        label={staffTexts.link}
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <DialogFooter>
        <Button variant="outline" icon={Copy} onClick={() => void copy()}>
          {staffTexts.copy}
        </Button>
        <Button onClick={onDone}>{staffTexts.done}</Button>
      </DialogFooter>
    </>
  )
}
