import type { ReactNode } from 'react'
import { AccountNav } from '@/features/account/shop/account-nav'
import { Page } from '@/ui/page'
import styles from './account-frame.module.css'

/** Shows the account's navigation beside a page of the shopper's account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <Page className={styles.account}>
      <AccountNav />
      <div className={styles.content}>{children}</div>
    </Page>
  )
}
