import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '@/lib/title'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { settingsQuery } from '../api'
import { contactTexts } from '../contact-texts'
import { gstLines } from '../gst'
import { hoursLines } from '../opening-hours'
import type { ShopSettings } from '../shop-rules'
import { texts } from '../texts'
import styles from './contact-page.module.css'

/** The seller, contact details, and where to complain; details that the shop has not set are omitted. */
export function ContactPage() {
  useTitle(texts.contact)
  const { data: shop, error, refetch } = useQuery(settingsQuery)
  return (
    <Page>
      <PageHeader title={texts.contact} />
      {shop ? (
        <Contact shop={shop} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={3} />
      )}
    </Page>
  )
}

function Contact({ shop }: { shop: ShopSettings }) {
  const facts = contactFacts(shop)
  if (facts.length === 0) return <p className={styles.facts}>{contactTexts.noContact}</p>
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, content }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  )
}

function contactFacts({ name, address, phone, whatsapp, email, hours, legal }: ShopSettings) {
  const sellers = [...new Set([name, legal.name])].filter(Boolean)
  const addresses = [...new Set([address, legal.address])].filter(Boolean)
  const facts: { name: string; content: ReactNode }[] = []
  const add = (label: string, content: ReactNode) => {
    if (content) facts.push({ name: label, content })
  }
  if (legal.name) add(contactTexts.soldBy, lines(sellers))
  add(contactTexts.address, lines(addresses))
  add(contactTexts.phone, phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>)
  add(texts.whatsapp, whatsapp && <a href={`https://wa.me/${whatsapp}`}>{`+${whatsapp}`}</a>)
  add(contactTexts.email, email && <a href={`mailto:${email}`}>{email}</a>)
  add(contactTexts.hours, lines(hoursLines(hours).map((line) => `${line.days}: ${line.hours}`)))
  add(contactTexts.license, legal.fssai)
  add(contactTexts.tax, lines(gstLines(legal)))
  add(
    contactTexts.officer,
    legal.grievance && (
      <>
        {legal.grievance}
        <span>{contactTexts.officerTerms}</span>
        <Link to="/complaint">{texts.complain}</Link>
      </>
    ),
  )
  return facts
}

/** Renders each text on its own line; undefined for none. */
function lines(all: string[]): ReactNode {
  return all.length > 0 && all.map((line) => <span key={line}>{line}</span>)
}
