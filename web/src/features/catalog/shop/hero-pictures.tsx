import atta from '@/pictures/atta.svg'
import banana from '@/pictures/banana.webp'
import honey from '@/pictures/honey.webp'
import milk from '@/pictures/milk.webp'
import oil from '@/pictures/oil.svg'
import tomato from '@/pictures/tomato.webp'
import { DrawingTile } from '@/ui/drawing-tile'
import styles from './hero-pictures.module.css'

/** The banner's product pictures. Half of them show on wide screens only, so that phones load fewer. */
export function HeroPictures() {
  return (
    <div className={styles.pictures} aria-hidden="true">
      <span className={styles.wideOnly}>
        <DrawingTile drawing={{ url: atta, shape: 'sack', label: 'Chakki Atta' }} />
      </span>
      <img
        className={styles.wideOnly}
        loading="lazy"
        fetchPriority="low"
        src={honey}
        alt=""
        width={256}
        height={256}
      />
      <span>
        <DrawingTile drawing={{ url: oil, shape: 'bottle', label: 'Mustard Oil' }} />
      </span>
      <img fetchPriority="low" src={milk} alt="" width={256} height={256} />
      <img fetchPriority="low" src={tomato} alt="" width={256} height={256} />
      <img
        className={styles.wideOnly}
        loading="lazy"
        fetchPriority="low"
        src={banana}
        alt=""
        width={256}
        height={256}
      />
    </div>
  )
}
