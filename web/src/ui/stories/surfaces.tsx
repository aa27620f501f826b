import { ShoppingCart } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import atta from '@/pictures/atta.svg'
import dahi from '@/pictures/dahi.svg'
import oil from '@/pictures/oil.svg'
import tea from '@/pictures/tea.svg'
import tomato from '@/pictures/tomato.webp'
import type { Drawing } from '../drawing-tile'
import { Icon } from '../icon'
import { Logo } from '../logo'
import { containerClass } from '../page'
import { Panel, panelClass } from '../panel'
import { Picture } from '../picture'
import { Price, PriceTag } from '../price'
import { QrCode } from '../qr-code'
import { Receipt } from '../receipt'
import { toneAt } from '../tone'
import { VisuallyHidden } from '../visually-hidden'
import { Story, StoryGroup } from './story'
import styles from './story.module.css'

const DRAWINGS: Drawing[] = [
  { url: atta, shape: 'sack', label: 'Chakki Atta' },
  { url: oil, shape: 'bottle', label: 'Mustard Oil' },
  { url: dahi, shape: 'tub', label: 'Strawberry Yogurt' },
  { url: tea, shape: 'box', label: 'Tea' },
  { url: tomato },
]

export function SurfaceStories() {
  return (
    <StoryGroup title="Surfaces and pictures">
      <Story name="Panel" stacked>
        <Panel padded>A padded panel</Panel>
        <section className={classNames(panelClass(), containerClass)}>A section as wide as the page</section>
      </Story>
      <Story name="Receipt" stacked>
        <Receipt className={styles.surface}>
          <h4>Receipt</h4>
          <p>Toor dal, 1 kg</p>
        </Receipt>
      </Story>
      <Story name="Icon">
        <Icon icon={ShoppingCart} size="small" />
        <Icon icon={ShoppingCart} />
        <Icon icon={ShoppingCart} size="large" />
        <VisuallyHidden>Three sizes of an icon</VisuallyHidden>
      </Story>
      <Story name="Logo">
        <div className={styles.onHeader}>
          <Logo />
        </div>
      </Story>
      <Story name="DrawingTile">
        {DRAWINGS.map((drawing) => (
          <Picture key={drawing.url} src="" name="" drawing={drawing} className={styles.tile} />
        ))}
      </Story>
      <Story name="Picture">
        {Array.from({ length: 8 }, (_, index) => toneAt(index)).map((tone) => (
          <Picture key={tone} src="" name="Atta" tone={tone} className={styles.tile}>
            <PriceTag discount={20} />
          </Picture>
        ))}
      </Story>
      <Story name="Price">
        <Price product={{ price: 49, discount: 0 }} />
        <Price product={{ price: 1299.5, discount: 100 }} />
      </Story>
      <Story name="QrCode">
        <QrCode value="upi://pay?pa=shop@upi" label="Pay with UPI" className={styles.tile} />
      </Story>
    </StoryGroup>
  )
}
