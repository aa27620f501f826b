/** Decodes the first barcode in a camera frame, or returns undefined. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The barcode formats of groceries: on packets, and printed by shops. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf'] as const

// https://wicg.github.io/shape-detection-api/#barcode-detection-api; TypeScript has no types for it.
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Returns the browser's own detector, or loads one written in JavaScript. */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const known = await native?.getSupportedFormats().catch((): string[] => [])
  const formats = FORMATS.filter((format) => known?.includes(format))
  if (!native || !formats.includes('ean_13')) return (await import('./barcode-decoder')).decodeBarcode
  const detector = new native({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}
