import { expect, test } from 'vitest'
import { validatePicture } from './picture-file'
import { texts } from './texts'

const bytes = (...parts: (string | number[])[]) =>
  new Blob(
    parts.map((part) =>
      Uint8Array.from(typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part),
    ),
  )

test.each([
  ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0], 'rest of it')],
  ['PNG', bytes([0x89], 'PNG\r\n\x1a\n', 'rest')],
  ['WebP', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ['GIF', bytes('GIF89a', 'rest')],
])('a %s is sent', async (_, file) => {
  expect(await validatePicture(file)).toBeUndefined()
})

test.each([
  [
    'an SVG, whatever its name',
    new File(['<svg onload="x()">'], 'photo.png', { type: 'image/png' }),
    texts.wrongType,
  ],
  ['a sound in a RIFF file', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt '), texts.wrongType],
  ['an empty file', new Blob([]), texts.empty],
  ['30 MB', new Blob([new Uint8Array(30 * 1024 * 1024)]), texts.tooLarge],
])('%s is refused in a sentence before it is sent', async (_, file, sentence) => {
  expect(await validatePicture(file)).toBe(sentence)
})
