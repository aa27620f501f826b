import type { Paper } from '@/lib/paper'
import type { components } from '@/schema'
import { BillRoll } from './bill-roll'
import { BillSheet, type PaperProps } from './bill-sheet'
import { cutHSN } from './figures'

type Props = PaperProps & { paper: Paper; shop: components['schemas']['PublicSettings'] }

/** A bill or credit note on the given paper. */
export function BillPaper({ paper, shop: { logo, hsnDigits }, bill, ...props }: Props) {
  const shown = cutHSN(bill, hsnDigits)
  return paper === 'a4' ? (
    <BillSheet {...props} bill={shown} logo={logo} />
  ) : (
    <BillRoll {...props} bill={shown} paper={paper} />
  )
}
