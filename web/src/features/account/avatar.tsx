import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { srcSetOf } from '@/ui/picture-sizes'
import styles from './avatar.module.css'

/** An account's round picture, or the initials of the name. */
export function Avatar({ name, avatar, large = false }: { name: string; avatar: string; large?: boolean }) {
  const [broken, setBroken] = useState<string>()
  return (
    <i className={classNames(styles.avatar, large && styles.large)} aria-hidden="true">
      {avatar && avatar !== broken ? (
        <img
          sizes="96px"
          srcSet={srcSetOf(avatar)}
          src={avatar}
          alt=""
          width={256}
          height={256}
          onError={() => setBroken(avatar)}
        />
      ) : (
        initials(name)
      )}
    </i>
  )
}

function initials(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  return [nameParts[0], nameParts.length > 1 ? nameParts.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
