import { Circle, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { DEFAULT_NAME } from '@/lib/shop-branding'
import { asciiDigits } from '@/lib/typed-number'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { SetupChoices } from './setup-api'
import styles from './setup-done.module.css'
import { SetupFrame } from './setup-frame'
import { setupTexts } from './setup-texts'
import { type SetupValues, STEP_COUNT } from './setup-values'
import wizard from './setup-wizard.module.css'
import type { ListSlot } from './step-props'

type Props = { values: SetupValues; choices: SetupChoices; listSlot: ListSlot }

type Item = { title: string; text: string; done: boolean; link?: { label: string; href: string } }

const SETTINGS = '/dashboard/settings?section='

/** The setup's result: what is done and what is left to do. Its links reload the page, to show the shop's new name. */
export function SetupDone({ values, choices, listSlot }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const { done: texts } = setupTexts
  const shop = values.shopName.trim() || DEFAULT_NAME
  const [imported, setImported] = useState(0)
  const items = itemsOf(values, choices, shop, imported)
  return (
    <SetupFrame step={STEP_COUNT}>
      <div className={wizard.head}>
        <p className={wizard.eyebrow}>{texts.ready}</p>
        <h1 ref={head} tabIndex={-1}>
          {texts.title(shop)}
        </h1>
        <p>{texts.count(items.filter(({ done }) => done).length, items.length)}</p>
      </div>
      <ul className={classNames(panelClass(), styles.list)}>
        {items.map(({ title, text, done, link }) => (
          <li key={title} className={styles.item}>
            <Icon icon={done ? CircleCheck : Circle} className={done ? styles.done : styles.open} />
            <span>
              <b>
                <VisuallyHidden>{done ? texts.isDone : texts.isOpen}: </VisuallyHidden>
                {title}
              </b>
              <small>{text}</small>
            </span>
            {link && !done && (
              <a href={link.href} className={buttonClass({ variant: 'outline', size: 'small' })}>
                {link.label}
                <VisuallyHidden>: {title}</VisuallyHidden>
              </a>
            )}
          </li>
        ))}
      </ul>
      {values.goods === 'file' &&
        values.list &&
        listSlot({ file: values.list, pieces: values.pieces, onImported: setImported })}
      <div className={styles.links}>
        <a href="/" className={buttonClass({ variant: 'outline' })}>
          {texts.seeShop}
        </a>
        <a href="/dashboard/desk" className={buttonClass()}>
          {texts.toDesk}
        </a>
      </div>
    </SetupFrame>
  )
}

function itemsOf(values: SetupValues, choices: SetupChoices, shop: string, imported: number): Item[] {
  const { done: texts, pay } = setupTexts
  const minOrder = toPaise(Number(asciiDigits(values.minOrder)) || 0)
  const area = values.pincodes.length > 0 ? texts.pincodes(values.pincodes.length) : texts.everywhere
  const methods = [
    values.cod && pay.cash,
    values.upi && values.upiId && `${pay.upi} ${values.upiId}`,
    choices.online && pay.card,
  ].filter(Boolean)
  const withDemo = values.goods === 'demo'
  const goods = withDemo
    ? texts.goodsComing(choices.demoProducts)
    : imported > 0
      ? texts.goodsImported(imported)
      : values.list
        ? texts.goodsFromList(values.list.name)
        : texts.noGoods
  const address = String(choices.publicUrl || window.location.origin)
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)
  return [
    {
      title: texts.nameAndPhone,
      text: [shop, values.phone].filter(Boolean).join(', '),
      done: Boolean(values.shopName.trim() && values.phone.trim()),
      link: { label: texts.fill, href: `${SETTINGS}contact` },
    },
    {
      title: texts.area,
      text: minOrder > 0 ? texts.areaFromAmount(area, formatRupees(minOrder)) : area,
      done: values.pincodes.length > 0,
      link: { label: texts.fill, href: `${SETTINGS}delivery` },
    },
    {
      title: texts.goods,
      text: goods,
      done: withDemo || imported > 0,
      link: { label: texts.add, href: '/dashboard/uploadProduct' },
    },
    {
      title: texts.methods,
      text: methods.join(', '),
      done: methods.length > 0,
      link: { label: texts.fill, href: `${SETTINGS}payment` },
    },
    {
      title: texts.legal,
      text: texts.legalHint,
      done: false,
      link: { label: texts.fill, href: `${SETTINGS}legal` },
    },
    {
      title: texts.tell,
      text: isLoopback ? texts.loopback(address) : texts.tellHint,
      done: false,
      link: {
        label: texts.tellCustomers,
        href: '/dashboard/poster',
      },
    },
  ]
}
