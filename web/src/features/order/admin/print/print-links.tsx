import { Link } from '@tanstack/react-router'
import { Bike, Printer, ReceiptIndianRupee } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import type { Kind } from './paper'
import { printTexts } from './print-texts'

const LINKS = [
  { kind: 'slip', icon: Printer },
  { kind: 'bill', icon: ReceiptIndianRupee },
  { kind: 'riders', icon: Bike },
] as const

/** Links to the printouts of orders. They open new tabs, so that the desk keeps its state. */
export function PrintLinks({ ids, kinds }: { ids: string[]; kinds: readonly Kind[] }) {
  return LINKS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, icon }) => (
    <Link
      key={kind}
      to="/dashboard/print"
      search={{ ids: ids.join(','), kind }}
      target="_blank"
      className={buttonClass({ variant: 'outline', size: 'small' })}
    >
      <Icon icon={icon} size="small" />
      {ids.length === 1 ? printTexts.kinds[kind] : printTexts.printMany[kind]}
    </Link>
  ))
}
