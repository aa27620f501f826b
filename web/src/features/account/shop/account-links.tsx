import type { LinkProps } from '@tanstack/react-router'
import {
  Boxes,
  ClipboardList,
  ListTree,
  type LucideIcon,
  MapPin,
  Plus,
  Settings,
  ShoppingBag,
  Tags,
} from 'lucide-react'
import type { User } from '../api'
import { texts } from '../texts'

type AccountLink = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: LucideIcon
  /** Where a header button leads there already. */
  narrowOnly?: boolean
  /** The label in the bottom bar of a phone, where words are narrow. */
  short?: string
  /** Left out of the bottom bar of a phone. */
  wideOnly?: boolean
  /** The roles of staff that may go there; left out: all. */
  staff?: readonly User['staffRole'][]
}

const ADMIN: AccountLink[] = [
  {
    to: '/dashboard/settings',
    label: texts.settings,
    icon: Settings,
    wideOnly: true,
    staff: ['OWNER', 'MANAGER'],
  },
  { to: '/dashboard/Category', label: texts.category, icon: Tags, wideOnly: true },
  { to: '/dashboard/subCategory', label: texts.subCategory, icon: ListTree, wideOnly: true },
  { to: '/dashboard/uploadProduct', label: texts.uploadProduct, short: texts.upload, icon: Plus },
  { to: '/dashboard/products', label: texts.products, icon: Boxes },
  { to: '/dashboard/orders', label: texts.orders, icon: ClipboardList },
]

const SHOPPER: AccountLink[] = [
  { to: '/dashboard/myorders', label: texts.myOrders, icon: ClipboardList },
  { to: '/cart', label: texts.myCart, icon: ShoppingBag, narrowOnly: true },
  { to: '/dashboard/address', label: texts.saveAddress, icon: MapPin },
]

/** Where the account menu leads, for a shopper or a member of staff. */
export function accountLinks(user: Pick<User, 'role' | 'staffRole'> | undefined): AccountLink[] {
  if (user?.role !== 'ADMIN') return SHOPPER
  return ADMIN.filter(({ staff }) => staff === undefined || staff.includes(user.staffRole))
}
