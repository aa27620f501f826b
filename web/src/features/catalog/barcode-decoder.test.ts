import { expect, test } from 'vitest'
import { ean13Modules } from '@/lib/ean13'
import { decodePixels } from './barcode-decoder'

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

test('a browser without BarcodeDetector reads the barcode of a packet', () => {
  expect(decodePixels(photograph(ean13Modules('8901030865275') ?? ''))).toBe('8901030865275')
})

test.each(['2000071003502', '012345678905', '4006381333931'])('the drawn barcode of %s is read', (code) => {
  expect(decodePixels(photograph(ean13Modules(code) ?? ''))).toBe(code)
})

test.each(['8901030865276', '89010308', 'ABC'])('%s is no EAN-13', (code) => {
  expect(ean13Modules(code)).toBeUndefined()
})

test('a picture without a barcode has no code', () => {
  expect(decodePixels(photograph('0'.repeat(95)))).toBeUndefined()
})
