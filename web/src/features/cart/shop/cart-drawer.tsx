import { Drawer } from '@/ui/drawer'
import { texts } from '../texts'
import { CartPanel, type CartSlots } from './cart-panel'

type Props = { open: boolean; onClose: () => void; slots: CartSlots | undefined }

/** The cart in a drawer beside the current page. */
export default function CartDrawer({ open, onClose, slots }: Props) {
  return (
    <Drawer open={open} onClose={onClose} label={texts.cart}>
      <CartPanel level="h2" onClose={onClose} slots={slots} />
    </Drawer>
  )
}
