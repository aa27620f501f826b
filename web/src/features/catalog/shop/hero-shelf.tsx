import banana from '@/pictures/banana.webp'
import honey from '@/pictures/honey.webp'
import milk from '@/pictures/milk.webp'
import tomato from '@/pictures/tomato.webp'
import { PacketTile } from '@/ui/packet-tile'
import styles from './hero-shelf.module.css'

/** The banner's product pictures. Half of them are on wide screens only, so that a phone fetches fewer. */
export function HeroShelf() {
  return (
    <div className={styles.shelf} aria-hidden="true">
      <span className={styles.wideOnly} data-tone="turmeric">
        <PacketTile name="Chakki Atta" unit="5 kg" />
      </span>
      <img className={styles.wideOnly} loading="lazy" src={honey} alt="" width={256} height={256} />
      <span data-tone="chilli">
        <PacketTile name="Mustard Oil" unit="1 L" />
      </span>
      <img src={milk} alt="" width={256} height={256} />
      <img src={tomato} alt="" width={256} height={256} />
      <img className={styles.wideOnly} loading="lazy" src={banana} alt="" width={256} height={256} />
    </div>
  )
}
