import { CircleQuestionMark, Minus, Percent, Plus, Scale, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { formatRupees } from '@/lib/money'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { Line, OpenBill } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import { type BillSums, type LineSum, savedOn } from '../sums'
import { amountText, priceText } from '../weight'
import styles from './bill-lines.module.css'

type Acts = {
  onStep: (pieces: number) => void
  /** Must be stable between renders. */
  onChoose: (id: string) => void
  /** Asks for the product of an unknown code. */
  onAsk: (line: Line) => void
  onDiscount: () => void
  /** Asks for a new weight of the current line. */
  onWeigh: () => void
  onRemove: (line: Line) => void
}

type Props = Acts & { bill: OpenBill; sums: BillSums }

/** The lines of the current bill. The current line comes first and is the only one with buttons. */
export function BillLines({ bill, sums, ...acts }: Props) {
  const lines = sums.lines.toReversed()
  const inHand = lines.find(({ line }) => line.id === bill.at) ?? lines[0]
  if (!inHand) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={styles.lines} aria-label={texts.linesLabel} tabIndex={0}>
      <VisuallyHidden>
        <p role="status">
          {inHand.line.product &&
            texts.added(inHand.line.product.name, amountText(inHand.line), formatRupees(inHand.sum))}
        </p>
      </VisuallyHidden>
      <ul>
        <LineInHand sum={inHand} {...acts} />
        {lines
          .filter((lineSum) => lineSum !== inHand)
          .map(({ line, sum }) => (
            <PaperLine key={line.id} line={line} sum={sum} onChoose={acts.onChoose} />
          ))}
      </ul>
    </section>
  )
}

function LineInHand({
  sum: { line, sum },
  onStep,
  onAsk,
  onDiscount,
  onWeigh,
  onRemove,
}: { sum: LineSum } & Acts) {
  const name = line.product?.name ?? texts.noName
  return (
    <li className={styles.inHand} aria-current="true" data-unknown={line.product ? undefined : ''}>
      <LinePicture line={line} />
      <div className={styles.name}>
        <b>{name}</b>
        <span>{metaOf(line, sum)}</span>
      </div>
      <div className={styles.tools}>
        {line.weight ? (
          <Button size="small" variant="outline" icon={Scale} onClick={onWeigh}>
            {amountText(line)}
          </Button>
        ) : (
          <span className={styles.step}>
            <button type="button" aria-label={texts.oneFewer} onClick={() => onStep(-1)}>
              <Icon icon={Minus} />
            </button>
            <output>{line.quantity}</output>
            <button type="button" aria-label={texts.oneMore} onClick={() => onStep(1)}>
              <Icon icon={Plus} />
            </button>
          </span>
        )}
        {line.product ? (
          <Button size="small" variant="outline" icon={Percent} onClick={onDiscount}>
            {texts.discount}
          </Button>
        ) : (
          <Button size="small" variant="outline" icon={CircleQuestionMark} onClick={() => onAsk(line)}>
            {texts.name}
          </Button>
        )}
        <IconButton
          variant="danger"
          icon={Trash2}
          label={texts.remove(name)}
          onClick={() => onRemove(line)}
        />
      </div>
      <strong className={styles.sum}>{line.product ? formatRupees(sum) : texts.none}</strong>
    </li>
  )
}

type PaperLineProps = { line: Line; sum: number; onChoose: (id: string) => void }

/** Memoized, so that a scan does not render the whole bill. */
const PaperLine = memo(function PaperLine({ line, sum, onChoose }: PaperLineProps) {
  return (
    <li data-unknown={line.product ? undefined : ''}>
      <button type="button" className={styles.line} onClick={() => onChoose(line.id)}>
        <LinePicture line={line} />
        <span className={styles.name}>
          <b>{line.product?.name ?? texts.noName}</b>
          <span>{metaOf(line, sum)}</span>
        </span>
        <span className={styles.quantity}>
          <b>{amountText(line)}</b> {!line.weight && '×'}
        </span>
        <strong className={styles.sum}>{line.product ? formatRupees(sum) : texts.none}</strong>
      </button>
    </li>
  )
})

function LinePicture({ line: { product } }: { line: Line }) {
  if (product) return <Picture className={styles.picture} src={undefined} name={product.name} size="small" />
  return (
    <span className={styles.mark}>
      <Icon icon={CircleQuestionMark} />
    </span>
  )
}

/** Returns the text below a line's name: unit, price, savings. */
function metaOf(line: Line, sum: number): string {
  const { product, code } = line
  if (!product) return `${code} · ${texts.waitsForPrice}`
  const saved = savedOn({ line, sum })
  return [
    !line.weight && product.unit,
    priceText(product),
    saved > 0 && texts.saves(formatRupees(saved)),
    product.stock <= 0 && texts.atZero,
  ]
    .filter(Boolean)
    .join(' · ')
}
