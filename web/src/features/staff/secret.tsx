import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '@/lib/copy-text'
import { Button } from '@/ui/button'
import { DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { secretTexts as texts } from './texts'

/** `noun` names the value within a sentence, such as "token". */
type Props = { label: string; noun: string; value: string; onDone: () => void }

/** Shows a link, token or secret in full, to copy, in a dialog. */
export function Secret({ label, noun, value, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () => {
    field.current?.select()
    return copyText(value, { copied: texts.copied, notCopied: texts.notCopied(noun) })
  }
  return (
    <>
      <Field ref={field} label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      <DialogFooter>
        <Button variant="outline" icon={Copy} onClick={() => void copy()}>
          {texts.copy(noun)}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </DialogFooter>
    </>
  )
}
