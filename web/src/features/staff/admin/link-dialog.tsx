import { Dialog } from '@/ui/dialog'
import { Secret } from '../secret'
import { staffTexts } from '../texts'

type Props = { open: boolean; email: string; path: string; onClose: () => void }

/** Shows the link of a renewed invitation in a shop that sends no mail. */
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

/** The full URL of an invitation, to copy. */
export function InvitationLink({ path, onDone }: { path: string; onDone: () => void }) {
  const link = new URL(path, window.location.origin).href
  return <Secret label={staffTexts.link} noun={staffTexts.linkNoun} value={link} onDone={onDone} />
}
