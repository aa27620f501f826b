import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import {
  BookOpenText,
  Boxes,
  ClipboardList,
  ConciergeBell,
  FileSpreadsheet,
  History,
  KeyRound,
  ListTree,
  type LucideIcon,
  MapPin,
  MessageSquareWarning,
  NotebookTabs,
  Percent,
  Plug,
  Plus,
  ScanBarcode,
  Settings,
  ShoppingBag,
  Tags,
  Users,
} from 'lucide-react'
import { useLoggedIn } from '@/lib/session'
import { hasStaffRole, type StaffRole, type User, userQuery } from '../api'
import { menuTexts as texts } from '../menu-texts'
import { useIsAdmin } from '../use-is-admin'

type AccountLink = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: LucideIcon
  /** Omitted on wide screens, where the header has a button for it. */
  narrowOnly?: boolean
  /** Also shown in the bottom bar of a phone. */
  inBar?: boolean
  /** The lowest staff role that may open the page. */
  minimumRole?: StaffRole
  /** Draws a separator above the link in the account menu. */
  startsGroup?: boolean
}

const ADMIN: AccountLink[] = [
  { to: '/dashboard/Category', label: texts.category, icon: Tags, minimumRole: 'MANAGER' },
  {
    to: '/dashboard/subCategory',
    label: texts.subCategory,
    icon: ListTree,
    minimumRole: 'MANAGER',
  },
  {
    to: '/dashboard/uploadProduct',
    label: texts.uploadProduct,
    icon: Plus,
    minimumRole: 'MANAGER',
  },
  { to: '/dashboard/products', label: texts.products, icon: Boxes, minimumRole: 'MANAGER' },
  { to: '/dashboard/orders', label: texts.orders, icon: ClipboardList },
]

/** The links for staff to pages that the specification does not mention. */
const STAFF: AccountLink[] = [
  { to: '/dashboard/counter', label: texts.counter, icon: ScanBarcode, inBar: true },
  { to: '/dashboard/khata', label: texts.khata, icon: NotebookTabs, inBar: true },
  { to: '/dashboard/purchases', label: texts.purchases, icon: ShoppingBag, minimumRole: 'MANAGER' },
  { to: '/dashboard/import', label: texts.import, icon: FileSpreadsheet, minimumRole: 'MANAGER' },
  { to: '/dashboard/tax', label: texts.tax, icon: Percent, minimumRole: 'MANAGER' },
  { to: '/dashboard/customers', label: texts.customers, icon: Users, minimumRole: 'MANAGER' },
  {
    to: '/dashboard/complaints',
    label: texts.complaints,
    icon: MessageSquareWarning,
    minimumRole: 'MANAGER',
  },
  { to: '/dashboard/books', label: texts.books, icon: BookOpenText, minimumRole: 'OWNER' },
  { to: '/dashboard/settings', label: texts.settings, icon: Settings, minimumRole: 'MANAGER' },
  { to: '/dashboard/staff', label: texts.staff, icon: KeyRound, minimumRole: 'OWNER' },
  { to: '/dashboard/programs', label: texts.programs, icon: Plug, minimumRole: 'OWNER' },
  { to: '/dashboard/activity', label: texts.activity, icon: History, minimumRole: 'OWNER' },
]

const DESK: AccountLink = {
  to: '/dashboard/desk',
  label: texts.desk,
  icon: ConciergeBell,
  startsGroup: true,
}

const SHOPPER: AccountLink[] = [
  { to: '/dashboard/myorders', label: texts.myOrders, icon: ClipboardList },
  { to: '/cart', label: texts.myCart, icon: ShoppingBag, narrowOnly: true },
  { to: '/dashboard/address', label: texts.saveAddress, icon: MapPin },
]

/** Returns the links of the account menu for a shopper or for a staff role; none while the role is unknown. */
export function useAccountLinks(): AccountLink[] {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return useIsAdmin() ? [...ADMIN, DESK, ...STAFF].filter(isAllowedTo(user)) : SHOPPER
}

/** Returns the links of the administration's side bar besides Today and the desk, most used first. */
export function sideLinks(user: User | undefined): AccountLink[] {
  const inBar = STAFF.filter((link) => link.inBar)
  const rest = STAFF.filter((link) => !link.inBar)
  return [...inBar, ...ADMIN.toReversed(), ...rest].filter(isAllowedTo(user))
}

function isAllowedTo(user: User | undefined): (link: AccountLink) => boolean {
  return ({ minimumRole = 'PACKER' }) => hasStaffRole(user, minimumRole)
}
