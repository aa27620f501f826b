import { useEffect, useState } from 'react'
import { texts } from '../texts'

const WORDS = texts.hintWords
const KEY_MS = 70
const PAUSE_MS = 1000

type Typing = { word: number; letters: number; erasing: boolean }

const START: Typing = { word: 0, letters: (WORDS[0] ?? '').length, erasing: false }

function next({ word, letters, erasing }: Typing): Typing {
  const whole = WORDS[word]?.length ?? 0
  if (!erasing)
    return letters < whole ? { word, letters: letters + 1, erasing } : { word, letters, erasing: true }
  if (letters > 0) return { word, letters: letters - 1, erasing }
  return { word: (word + 1) % WORDS.length, letters: 0, erasing: false }
}

/** Types one hint after another into the resting search bar. Rests at a whole word while told to or out of sight. */
export function SearchHint({ stopped }: { stopped: boolean }) {
  const [typing, setTyping] = useState(START)
  const [hidden, setHidden] = useState(() => document.hidden)
  const still = stopped || hidden
  const word = WORDS[typing.word] ?? ''
  // Never without a letter, so that no pair of quotes stands empty.
  const typed = still ? word : word.slice(0, Math.max(1, typing.letters))
  const resting = !typing.erasing && typing.letters === word.length

  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    if (still || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setTyping(next), resting ? PAUSE_MS : KEY_MS)
    return () => clearTimeout(timer)
  }, [still, resting, typing])

  return (
    <>
      <span aria-hidden="true">
        {texts.search} <b>{`“${typed}”`}</b>
      </span>
      {!still && <i className="find__caret" aria-hidden="true" />}
    </>
  )
}
