import { Drawer } from '@/ui/drawer'
import { texts } from '../texts'
import { CartPanel, type EmptyCartAction } from './cart-panel'

type Props = { open: boolean; onClose: () => void; emptyAction: EmptyCartAction | undefined }

/** The cart in a drawer beside the current page. */
export default function CartDrawer({ open, onClose, emptyAction }: Props) {
  return (
    <Drawer open={open} onClose={onClose} label={texts.cart}>
      <CartPanel level="h2" onClose={onClose} emptyAction={emptyAction} />
    </Drawer>
  )
}
