import { classNames } from '@/lib/class-names'
import { packetInitials, packetLabel, packetShape, packetShrink, packetUnit } from './packet'
import styles from './packet-tile.module.css'

/** A product drawn as a packet. It is silent: the name beside it speaks. */
export function PacketTile({ name, unit }: { name: string; unit: string }) {
  const shape = packetShape(name, unit)
  const label = packetLabel(name)
  return (
    <span
      className={classNames(styles.packet, styles[shape])}
      data-shrink={packetShrink(label)}
      aria-hidden="true"
    >
      <svg viewBox="0 0 100 124" role="presentation">
        <use href={`#p-${shape}`} />
      </svg>
      <span className={styles.name} data-short={packetInitials(name)}>
        <span>{label}</span>
      </span>
      <span className={styles.unit}>{packetUnit(unit)}</span>
    </span>
  )
}

/** The SVG symbols of the four silhouettes; rendered once on every page, before the first tile. */
export function PacketShapes() {
  return (
    <svg className={styles.shapes} aria-hidden="true" role="presentation">
      <symbol id="p-pouch" viewBox="0 0 100 124">
        <path
          className={styles.fold}
          d="M12 3l4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3v15H12z"
        />
        <path d="M12 17h76c5 30 5 58 0 90H12c-5-32-5-60 0-90z" fill="currentColor" />
        <path className={styles.fold} d="M12 107h76v12H12z" />
        <path className={styles.shine} d="M17 24c-3 26-3 50 0 76" />
        <rect className={styles.label} x="16" y="39" width="68" height="46" rx="5" />
      </symbol>
      <symbol id="p-bottle" viewBox="0 0 100 124">
        <rect className={styles.fold} x="37" y="2" width="26" height="15" rx="3" />
        <rect x="40" y="16" width="20" height="12" fill="currentColor" />
        <path
          d="M40 24h20c2 9 22 12 22 28v60c0 6-4 10-10 10H28c-6 0-10-4-10-10V52c0-16 20-19 22-28z"
          fill="currentColor"
        />
        <path className={styles.shine} d="M26 56v54" />
        <rect className={styles.label} x="18" y="56" width="64" height="40" />
        <path className={styles.fold} d="M18 52h64v4H18zM18 96h64v4H18z" />
      </symbol>
      <symbol id="p-tub" viewBox="0 0 100 124">
        <path d="M9 38h82l-7 76c-.5 5-3 8-8 8H24c-5 0-7.500-3-8-8z" fill="currentColor" />
        <rect className={styles.fold} x="4" y="24" width="92" height="16" rx="6" />
        <path className={classNames(styles.shine, styles.shineLid)} d="M12 28h60" />
        <path className={styles.label} d="M12.500 50h75l-4 44h-67z" />
      </symbol>
      <symbol id="p-box" viewBox="0 0 100 124">
        <path className={styles.fold} d="M10 18L22 6h72L80 18z" />
        <path d="M80 18L94 6v100l-14 14z" fill="currentColor" />
        <path className={styles.side} d="M80 18L94 6v100l-14 14z" />
        <rect x="10" y="18" width="70" height="102" rx="2" fill="currentColor" />
        <rect className={styles.fold} x="10" y="26" width="70" height="6" />
        <rect className={styles.label} x="14" y="42" width="62" height="46" rx="4" />
      </symbol>
    </svg>
  )
}
