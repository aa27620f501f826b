import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '@/lib/copy-text'
import { Button } from '@/ui/button'
import { DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'

type Texts = { secret: string; copy: string; copied: string; notCopied: string; done: string }
type Props = { value: string; texts: Texts; onDone: () => void }

/** A whole secret, to copy, in a dialog. */
export function Secret({ value, texts, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () => {
    field.current?.select()
    return copyText(value, texts)
  }
  return (
    <>
      <Field
        ref={field}
        label={texts.secret}
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <DialogFooter>
        <Button variant="outline" icon={Copy} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </DialogFooter>
    </>
  )
}
