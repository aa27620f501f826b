import { useRef } from 'react'
import { Drawer } from '@/ui/drawer'
import { cartTexts } from '../cart-texts'
import { CartPanel, type CartSlots } from './cart-panel'

type Props = { open: boolean; onClose: () => void; slots: CartSlots | undefined }

/** The cart in a drawer beside the current page. */
export default function CartDrawer({ open, onClose, slots }: Props) {
  const leaves = useRef(false)
  const close = (toAnotherPage: boolean) => {
    leaves.current = toAnotherPage
    onClose()
  }
  return (
    <Drawer
      open={open}
      onClose={() => close(false)}
      label={cartTexts.cart}
      // A link in the drawer leads to another page: focus its content, not the cart button.
      finalFocus={() => (leaves.current ? document.getElementById('content') : null)}
    >
      <CartPanel level="h2" onClose={() => close(false)} onNavigate={() => close(true)} slots={slots} />
    </Drawer>
  )
}
