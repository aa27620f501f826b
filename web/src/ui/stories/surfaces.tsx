import { ShoppingCart } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Icon } from '../icon'
import { Logo } from '../logo'
import { PacketTile } from '../packet-tile'
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

const PACKETS = [
  { name: 'Toor dal', unit: '1 kg' },
  { name: 'Sunflower oil', unit: '1 l' },
  { name: 'Fresh curd', unit: '400 g' },
  { name: 'Glucose biscuits', unit: '12 pieces' },
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
      <Story name="PacketTile">
        {PACKETS.map(({ name, unit }) => (
          <Picture key={name} src="" name={name} unit={unit} className={styles.tile} />
        ))}
        <div className={styles.tile}>
          <PacketTile name="Basmati rice" unit="5 kg" />
        </div>
      </Story>
      <Story name="Picture">
        {Array.from({ length: 8 }, (_, index) => toneAt(index)).map((tone) => (
          <Picture key={tone} src="" name="Atta" unit="5 kg" tone={tone} className={styles.tile}>
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
