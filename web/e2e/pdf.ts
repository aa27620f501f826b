import { execFileSync } from 'node:child_process'
import type { Page, TestInfo } from '@playwright/test'
import decode from 'qr/decode.js'
import { runPoppler } from './poppler'

/** Prints the page to PDF; returns the file and poppler's description of it. */
export async function printToPDF(page: Page, info: TestInfo, name: string) {
  const path = info.outputPath(`${name}.pdf`)
  await page.pdf({ path, preferCSSPageSize: true })
  const sizes = [
    ...runPoppler('pdfinfo', '-f', '1', '-l', '50', path).matchAll(/size: +([\d.]+) x ([\d.]+) pts/g),
  ]
  const pages = sizes.map(([, width, height]) => ({ width: millimeters(width), height: millimeters(height) }))
  const bounds = runPoppler('pdftotext', '-bbox', path, '-')
  return {
    path,
    pages,
    bounds,
    text: runPoppler('pdftotext', '-layout', path, '-'),
  }
}

const millimeters = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)

/** Returns the words that cross the edge of their page or its unprintable margin. */
export function wordsCutOff(bounds: string, margin: number): string[] {
  const minDistance = (margin / 25.4) * 72
  return bounds.split('<page ').flatMap((page) => {
    const [, width, height] = /^width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? []
    const words = [
      ...page.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g),
    ]
    return words
      .filter(
        ([, left, top, right, bottom]) =>
          Number(left) < minDistance ||
          Number(top) < 0 ||
          Number(right) > Number(width) - minDistance ||
          Number(bottom) > Number(height),
      )
      .map(([, , , , , word]) => word ?? '')
  })
}

/** Decodes the QR code on a printed page. */
export function decodeQR(pdf: string, page: number): string {
  const [width, height, from, gray] = pixels(
    execFileSync('pdftoppm', ['-r', '150', '-gray', '-f', `${page}`, '-l', `${page}`, pdf], {
      maxBuffer: 2 ** 27,
    }),
  )
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) data.fill(gray[from + at] ?? 255, 4 * at, 4 * at + 3)
  return decode({ width, height, data })
}

/** Parses a PGM picture as pdftoppm writes it: "P5", width, height, 255, and a byte per pixel. */
function pixels(picture: Buffer): [number, number, number, Buffer] {
  const [head = '', width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(picture.toString('latin1', 0, 40)) ?? []
  return [Number(width), Number(height), head.length, picture]
}
