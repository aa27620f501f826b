import { texts as shell } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Picture } from '@/ui/picture'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'
import styles from './zoom-dialog.module.css'

type Props = {
  product: Product
  src: string | undefined
  tone: Tone | undefined
  onClose: () => void
}

/** Shows one picture of a product as large as the screen allows. */
export default function ZoomDialog({ product, src, tone, onClose }: Props) {
  const { name } = product
  return (
    <Dialog open onClose={onClose} title={name}>
      <Picture
        src={src}
        drawing={product.picture}
        name={name}
        alt={name}
        tone={tone}
        size="large"
        eager
        className={styles.picture}
      />
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
