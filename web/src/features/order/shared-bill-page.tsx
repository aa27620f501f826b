import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, FileX, Phone, Printer } from 'lucide-react'
import { billPath } from '@/features/bill/api'
import { BillPaper } from '@/features/bill/bill-paper'
import { cutHSN } from '@/features/bill/figures'
import { settingsQuery } from '@/features/settings/api'
import { ApiError } from '@/lib/api'
import { formatPaperDay } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { firstFailure } from '@/lib/first-failure'
import type { Paper } from '@/lib/paper'
import { telephoneLink } from '@/lib/phone'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { sharedBillQuery } from './bill-api'
import { billOrderTexts as texts } from './bill-order-texts'
import { settlementOf } from './bill-settlement'
import { PrintFrame } from './print-frame'
import styles from './shared-bill-page.module.css'
import { SharedBillPayment } from './shared-bill-payment'
import { SharedBillSlip } from './shared-bill-slip'

type Props = { token: string; paper: Paper | undefined }

/** The page of a bill's public link: the bill, how to pay what is owed, and a print view. */
export function SharedBillPage({ token, paper }: Props) {
  const shared = useQuery(sharedBillQuery(token))
  const shop = useQuery(settingsQuery)
  const navigate = useNavigate({ from: '/b/$token' })
  useTitle(shared.data ? `${texts.bill} ${billPath(shared.data.bill.number)}` : texts.bill)
  const { data, error } = shared
  const failure = firstFailure([shared, texts.failedToLoad], [shop, texts.failedToLoadShop])
  if (error instanceof ApiError && error.status === 404)
    return (
      <Page>
        <EmptyState icon={FileX} tone="indigo" title={texts.noLink} description={errorMessage(error, '')} />
      </Page>
    )
  if (failure)
    return (
      <Page>
        <LoadingFailed {...failure} />
      </Page>
    )
  if (!data || !shop.data)
    return (
      <Page>
        <LinesSkeleton count={4} />
      </Page>
    )
  const { bill, order, endsAt } = data
  const payment = settlementOf(bill, order)
  if (paper)
    return (
      <PrintFrame
        back={
          <Link to="/b/$token" params={{ token }} search={{}}>
            <Icon icon={ArrowLeft} size="small" />
            {bill.number}
          </Link>
        }
        onPaper={(chosen) => void navigate({ search: { paper: chosen }, replace: true, resetScroll: false })}
        paper={paper}
        ready
      >
        <BillPaper {...{ bill, payment, paper }} shop={shop.data} index={0} />
      </PrintFrame>
    )
  const { phone } = bill.seller
  return (
    <>
      <header className={styles.top}>
        <div className={styles.in}>
          <b>{bill.seller.name}</b>
          {phone && (
            <a href={telephoneLink(phone)} aria-label={texts.callTheShop(phone)}>
              <Icon icon={Phone} />
              {phone}
            </a>
          )}
        </div>
      </header>
      <main className={styles.page} id="content" tabIndex={-1}>
        <SharedBillSlip bill={cutHSN(bill, shop.data.hsnDigits)} payment={payment} />
        <aside className={styles.side}>
          {!bill.canceledAt && <SharedBillPayment payment={payment} />}
          <Link
            to="/b/$token"
            params={{ token }}
            search={{ paper: 'a4' }}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
            <Icon icon={Printer} size="small" />
            {texts.printOrSave}
          </Link>
          <p className={styles.hint}>{texts.whoHasTheLink(formatPaperDay(endsAt))}</p>
        </aside>
      </main>
    </>
  )
}
