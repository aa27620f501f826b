import { expect, test } from 'vitest'
import { decodePixels } from './barcode-decoder'

const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const PARITY = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
]
const flip = (bits: string) => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0'))

/** The modules of an EAN-13, 1 is a bar: https://www.gs1.org/standards/barcodes/ean-upc */
function bars(code: string): string {
  const digits = [...code].map(Number)
  const left = digits.slice(1, 7).map((digit, index) => {
    const bits = LEFT[digit] ?? ''
    return PARITY[digits[0] ?? 0]?.[index] === 'L' ? bits : [...flip(bits)].reverse().join('')
  })
  const right = digits.slice(7).map((digit) => flip(LEFT[digit] ?? ''))
  return `101${left.join('')}01010${right.join('')}101`
}

function photograph(modules: string): ImageData {
  const scale = 4
  const quiet = '0'.repeat(12)
  const line = [...`${quiet}${modules}${quiet}`].flatMap((bit) => Array<string>(scale).fill(bit))
  const height = 60
  const data = new Uint8ClampedArray(line.length * height * 4)
  for (let index = 0; index < line.length * height; index++) {
    const shade = line[index % line.length] === '1' ? 40 : 215
    data.set([shade, shade, shade, 255], index * 4)
  }
  return { data, width: line.length, height, colorSpace: 'srgb' } as ImageData
}

test('a browser without a reader of its own reads the barcode of a packet', () => {
  expect(decodePixels(photograph(bars('8901030865275')))).toBe('8901030865275')
})

test('a picture without bars has no code', () => {
  expect(decodePixels(photograph('0'.repeat(95)))).toBeUndefined()
})
