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

/** Types one hint after another into the resting search bar. Stops for good once told to. */
export function SearchHint({ stopped }: { stopped: boolean }) {
  const [typing, setTyping] = useState(START)
  const word = WORDS[typing.word] ?? ''
  const resting = !typing.erasing && typing.letters === word.length

  useEffect(() => {
    if (stopped || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => !document.hidden && setTyping(next), resting ? PAUSE_MS : KEY_MS)
    return () => clearTimeout(timer)
  }, [stopped, resting, typing])

  return (
    <>
      <span aria-hidden="true">
        {texts.search} <b>“{stopped ? word : word.slice(0, typing.letters)}”</b>
      </span>
      {!stopped && <i className="find__caret" aria-hidden="true" />}
    </>
  )
}
