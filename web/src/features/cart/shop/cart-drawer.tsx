import { Drawer } from '@/ui/drawer'
import { cartTexts } from '../cart-texts'
import { CartPanel, type CartSlots } from './cart-panel'

type Props = { open: boolean; onClose: () => void; slots: CartSlots | undefined }

/** The cart in a drawer beside the current page. */
export default function CartDrawer({ open, onClose, slots }: Props) {
  return (
    <Drawer open={open} onClose={onClose} label={cartTexts.cart}>
      <CartPanel level="h2" onClose={onClose} slots={slots} />
    </Drawer>
  )
}
