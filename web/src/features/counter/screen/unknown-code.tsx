import { CircleQuestionMark, Link2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { textStyles } from '@/ui/text-styles'
import { parseAmount } from '../amount'
import type { CatalogIndex } from '../catalog-index'
import type { CounterProduct } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-forms.module.css'

type Props = {
  code: string
  goods: CatalogIndex
  onNew: (name: string, mrp: number) => Promise<void>
  onKnown: (product: CounterProduct) => Promise<void>
  onLeave: () => void
}

/** Asks for the product of an unknown code, while scanning continues: a new product, or an existing one that gets the code. */
export function UnknownCode({ code, goods, onNew, onKnown, onLeave }: Props) {
  const [isKnown, setKnown] = useState(false)
  return (
    <section className={styles.ask} role="dialog" aria-label={texts.unknownTitle}>
      <header>
        <span className={styles.mark}>
          <Icon icon={CircleQuestionMark} />
        </span>
        <div>
          <h2>{texts.unknownTitle}</h2>
          <p>
            <b className={styles.code}>{code}</b> · {texts.unknownHint}
          </p>
        </div>
        <IconButton icon={X} label={texts.close} onClick={onLeave} />
      </header>
      {isKnown ? (
        <KnownProduct {...{ goods, onKnown }} onBack={() => setKnown(false)} />
      ) : (
        <NewProduct {...{ onNew }} onKnown={() => setKnown(true)} />
      )}
    </section>
  )
}

function NewProduct({ onNew, onKnown }: { onNew: Props['onNew']; onKnown: () => void }) {
  const [name, setName] = useState('')
  const [mrp, setMRP] = useState('')
  const [isAsked, setAsked] = useState(false)
  const amount = parseAmount(mrp)
  const isPriced = amount !== undefined && amount > 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (name.trim() && isPriced) void onNew(name.trim(), amount / 100)
  }
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <div className={styles.row}>
        <Field
          label={texts.name}
          autoComplete="off"
          autoFocus
          maxLength={100}
          value={name}
          error={isAsked && !name.trim() ? texts.nameWrong : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={texts.mrp}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          value={mrp}
          error={isAsked && !isPriced ? texts.mrpWrong : undefined}
          onChange={(event) => setMRP(event.target.value)}
        />
      </div>
      <p className={textStyles.caption}>{texts.newProductHint}</p>
      <div className={styles.buttons}>
        <Button variant="outline" icon={Link2} onClick={onKnown}>
          {texts.weHaveIt}
        </Button>
        <Button type="submit">{texts.putOnBill}</Button>
      </div>
    </form>
  )
}

type KnownProps = { goods: CatalogIndex; onKnown: Props['onKnown']; onBack: () => void }

function KnownProduct({ goods, onKnown, onBack }: KnownProps) {
  const [text, setText] = useState('')
  const found = goods.find(text)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (found[0]) void onKnown(found[0])
  }
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <Field
        label={texts.whichProduct}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className={styles.choices} aria-label={texts.found}>
        {found.map((product) => (
          <li key={product._id}>
            <button type="button" onClick={() => void onKnown(product)}>
              <b>{product.name}</b>{' '}
              <small>
                {[product.unit, toPaise(product.price) > 0 && `₹${product.price}`]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="outline" onClick={onBack}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
