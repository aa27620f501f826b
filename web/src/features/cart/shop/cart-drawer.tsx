import { Drawer } from '@/ui/drawer'
import { texts } from '../texts'
import { CartPanel } from './cart-panel'

/** The cart in a drawer beside the current page. */
export default function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} label={texts.cart}>
      <CartPanel level="h2" onClose={onClose} />
    </Drawer>
  )
}
