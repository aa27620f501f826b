import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Copy, MessageCircle, Printer, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { ShopSettings } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { copyText } from '@/lib/copy-text'
import { whatsAppLink } from '@/lib/phone'
import { DEFAULT_NAME } from '@/lib/shop-branding'
import { useTitle } from '@/lib/title'
import { usePageRules } from '@/lib/use-page-rules'
import { Alert } from '@/ui/alert'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Panel } from '@/ui/panel'
import { QrCode } from '@/ui/qr-code'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { reachQuery } from '../api'
import { REACH_STATES, reachTexts, shortAddress } from '../texts'
import styles from './poster-page.module.css'

/** Material that makes the shop known: a poster with a QR code to print, and texts to copy. */
export function PosterPage() {
  useTitle(reachTexts.tellCustomers)
  const { data: reach, error, refetch } = useQuery(reachQuery)
  const shop = useShop()
  const paper = useRef<HTMLDivElement>(null)
  usePageRules(paper, 'a4')
  // Text would print in another font if its font has not loaded.
  const print = () => void document.fonts.ready.then(() => window.print())
  const name = shop?.name || DEFAULT_NAME
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <header className={styles.bar}>
        <Link to="/dashboard" className={styles.back}>
          <Icon icon={ArrowLeft} size="small" />
          {reachTexts.today}
        </Link>
        <h1>{reachTexts.tellCustomers}</h1>
        <Button size="small" icon={Printer} disabled={!reach} onClick={print}>
          {reachTexts.print}
        </Button>
      </header>
      {reach ? (
        <div className={styles.columns}>
          <div className={styles.texts}>
            <Trouble {...reach} />
            <Message
              title={reachTexts.whatsApp}
              hint={reachTexts.whatsAppHint}
              text={reachTexts.whatsAppText(name, reach.address)}
              mayBeSent
            />
            <Message
              title={reachTexts.google}
              hint={reachTexts.googleHint}
              text={googleText(name, reach.address, shop?.pay)}
            />
          </div>
          <div ref={paper} className={styles.papers}>
            <Poster name={name} phone={shop?.phone ?? ''} address={reach.address} />
          </div>
        </div>
      ) : error ? (
        <LoadingFailed reason={error} title={reachTexts.failedToLoad} retry={refetch} />
      ) : (
        <LinesSkeleton count={4} />
      )}
    </main>
  )
}

function Trouble({ state, address }: { state: keyof typeof REACH_STATES; address: string }) {
  if (state === 'REACHED') return null
  const { title, how } = REACH_STATES[state]
  return (
    <Alert tone="warning" icon={TriangleAlert}>
      <b>{title(address)}</b> {how(address)}
    </Alert>
  )
}

/** Returns a description for Google's Business Profile, with the payment methods. */
function googleText(name: string, address: string, pay: ShopSettings['pay'] | undefined): string {
  const methods = [pay?.cod && reachTexts.cash, pay?.upi && reachTexts.upi, pay?.online && reachTexts.card]
  const offered: string[] = methods.filter((method) => typeof method === 'string')
  if (offered.length === 0) return reachTexts.googleText(name, address)
  return reachTexts.googleTextWithPay(name, address, offered.reduce(reachTexts.or))
}

type MessageProps = { title: string; hint: string; text: string; mayBeSent?: boolean }

function Message({ title, hint, text, mayBeSent = false }: MessageProps) {
  return (
    <Panel padded>
      <h2 className={styles.title}>{title}</h2>
      <p className={textStyles.muted}>{hint}</p>
      <p className={styles.message}>{text}</p>
      <p className={stack.row}>
        <Button variant="outline" icon={Copy} onClick={() => void copyText(text, reachTexts)}>
          {reachTexts.copy}
        </Button>
        {mayBeSent && (
          <a
            href={whatsAppLink('', text)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
          >
            <Icon icon={MessageCircle} />
            {reachTexts.send}
          </a>
        )}
      </p>
    </Panel>
  )
}

/** A printable sheet for the shop's window and for parcels. */
function Poster({ name, phone, address }: { name: string; phone: string; address: string }) {
  return (
    <article className={styles.poster} data-page>
      <p className={styles.shop}>{name}</p>
      <p className={styles.call}>{reachTexts.orderFromUs}</p>
      <QrCode value={address} label={reachTexts.code(address)} className={styles.code} />
      <p className={styles.scan}>{reachTexts.scan}</p>
      <p className={styles.address}>
        <span>{reachTexts.orType}</span> {shortAddress(address)}
      </p>
      {phone && <p className={styles.phone}>{phone}</p>}
    </article>
  )
}
