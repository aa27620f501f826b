import decode from 'qr/decode.js'

/** Reads a code on the screen as another program would: from an image of four pixels a module, drawn from the SVG's path. */
export function qrCodeText(svg: Element): string {
  const scale = 4
  const [left = 0, , side = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const width = side * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < Number(run) * scale; column++) {
        const at = (((Number(y) - left) * scale + row) * width + (Number(x) - left) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return decode({ width, height: width, data })
}
