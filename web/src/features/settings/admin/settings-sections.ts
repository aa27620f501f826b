import {
  BellRing,
  Bike,
  Clock,
  FileText,
  Landmark,
  type LucideIcon,
  Percent,
  Phone,
  Rss,
  ScanBarcode,
  Store,
  Wallet,
} from 'lucide-react'
import { formatRupees, toPaise } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import { gstKind } from '../gst'
import { PAGE_NAMES } from '../pages'
import { texts } from '../texts'
import { weekSummary } from '../week'
import type { SectionName } from './section-names'
import { settingsTexts } from './settings-admin-texts'
import type { SettingName, SettingsValues } from './settings-values'

export const SECTION_ICONS: Record<SectionName, LucideIcon> = {
  shop: Store,
  contact: Phone,
  hours: Clock,
  delivery: Bike,
  payment: Wallet,
  gst: Percent,
  counter: ScanBarcode,
  alerts: BellRing,
  legal: Landmark,
  pages: FileText,
  feed: Rss,
}

const OF_SECTION: Record<Exclude<SectionName, 'legal' | 'pages' | 'payment' | 'alerts'>, SettingName[]> = {
  gst: ['legal.gst', 'legal.gstin', 'legal.state', 'bill.prefix', 'bill.start', 'roundOff', 'hsnDigits'],
  shop: ['name', 'tagline', 'logo', 'accent', 'languages'],
  contact: ['phone', 'whatsapp', 'email', 'address'],
  hours: ['hours', 'holidays', 'holidayNotes', 'preorders'],
  counter: ['counter.discountLimit', 'weightBarcodes'],
  feed: ['productFeed'],
  delivery: [
    'deliveryNote',
    'deliveryBy',
    'deliveryCutoff',
    'deliveryMinutes',
    'pincodes',
    'minOrder',
    'riders',
  ],
}

/** The URL of the product feed, if it is enabled. */
export const FEED_PATH = '/feed/products.xml'

/** Returns the section that contains a setting. */
export function sectionOf(name: SettingName): SectionName {
  const found = Object.entries(OF_SECTION).find(([, names]) => names.includes(name))
  if (found) return found[0] as SectionName
  const group = name.split('.')[0]
  return group === 'legal' || group === 'pages' || group === 'alerts' ? group : 'payment'
}

/** Returns the summary of a closed section; `online` is whether a card payment provider is configured. */
export function summaryOf(section: SectionName, values: SettingsValues, online: boolean): string {
  const list = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')
  const minOrder = Number(asciiDigits(values.minOrder))
  switch (section) {
    case 'shop':
      return list(values.name, values.tagline)
    case 'contact':
      return list(values.phone, values.address.split('\n')[0] ?? '') || settingsTexts.noContact
    case 'hours':
      return weekSummary(values.hours)
    case 'delivery':
      return list(
        settingsTexts.pincodeCount(values.pincodes.length),
        minOrder > 0 && settingsTexts.fromAmount(formatRupees(toPaise(minOrder))),
      )
    case 'payment':
      return (
        list(
          values['pay.cod'] && settingsTexts.cash,
          values['pay.upi'] && Boolean(values.upiId) && `${settingsTexts.upi} ${values.upiId}`,
          online && values['pay.online'] && settingsTexts.card,
        ) || settingsTexts.none
      )
    case 'alerts':
      return (
        list(
          values['alerts.sound'] && settingsTexts.alertSummary.sound,
          values['alerts.push'] && settingsTexts.alertSummary.push,
          values['alerts.mail'] && settingsTexts.alertSummary.mail,
        ) || settingsTexts.off
      )
    case 'legal':
      return list(
        values['legal.fssai'] ? texts.fssai(values['legal.fssai']) : settingsTexts.empty('FSSAI'),
        values['legal.name'],
      )
    case 'gst':
      return list(
        settingsTexts.gst[gstKind(values['legal.gst'])],
        values['legal.gstin'] && texts.gstin(values['legal.gstin']),
      )
    case 'counter':
      return list(
        settingsTexts.discountUpTo(values['counter.discountLimit']),
        values.weightBarcodes.length > 0 && settingsTexts.labelKinds(values.weightBarcodes.length),
      )
    case 'pages':
      return (
        list(...PAGE_NAMES.map((page) => values[`pages.${page}`] !== '' && texts.pages[page])) ||
        settingsTexts.noPages
      )
    case 'feed':
      return values.productFeed ? FEED_PATH : settingsTexts.off
  }
}

/** Returns the section for an item of the readiness list; undefined if it has a page of its own. */
export function sectionOfReadiness(key: string): SectionName | undefined {
  if (key === 'products' || key === 'taxes') return undefined
  if (key === 'gst' || key === 'gstin' || key === 'state') return 'gst'
  if (key === 'name') return 'shop'
  if (key === 'contact') return 'contact'
  return PAGE_NAMES.some((page) => page === key) ? 'pages' : 'legal'
}
