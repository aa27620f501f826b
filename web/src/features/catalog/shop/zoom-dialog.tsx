import { texts as shell } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import { Picture } from '@/ui/picture'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'

type Props = {
  product: Product
  src: string | undefined
  tone: Tone | undefined
  onClose: () => void
}

/** Shows one picture of a product as large as the screen allows. */
export default function ZoomDialog({ product, src, tone, onClose }: Props) {
  const { name, unit } = product
  return (
    <Dialog open onClose={onClose} title={name} className="dialog--picture">
      <Picture src={src} name={name} unit={unit} alt={name} tone={tone} size="large" eager />
      <div className="dialog__f">
        <button type="button" className="btn btn--line" onClick={onClose}>
          {shell.close}
        </button>
      </div>
    </Dialog>
  )
}
