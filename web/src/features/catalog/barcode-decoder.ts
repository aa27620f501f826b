import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatOneDReader,
  RGBLuminanceSource,
} from '@zxing/library'

const { EAN_13, EAN_8, UPC_A, UPC_E, CODE_128, CODE_39, ITF } = BarcodeFormat
const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [EAN_13, EAN_8, UPC_A, UPC_E, CODE_128, CODE_39, ITF]],
  [DecodeHintType.TRY_HARDER, true],
])
const reader = new MultiFormatOneDReader(hints)
const canvas = document.createElement('canvas')

/** The width in px to which the frame is scaled; a larger one finds no more codes and takes longer. */
const WIDTH = 640

/** Decodes the first barcode in the current video frame, for browsers without a built-in detector. */
export async function decodeBarcode(video: HTMLVideoElement): Promise<string | undefined> {
  if (video.videoWidth === 0) return undefined
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return decodePixels(context.getImageData(0, 0, canvas.width, canvas.height))
}

/** Decodes the first barcode in an image's pixels. */
export function decodePixels({ data, width, height }: ImageData): string | undefined {
  const gray = new Uint8ClampedArray(width * height)
  for (let index = 0; index < gray.length; index++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
    gray[index] = (red + 2 * green + blue) / 4
  }
  try {
    const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(gray, width, height)))
    return reader.decode(bitmap, hints).getText()
  } catch {
    // The library throws if there is no code.
    return undefined
  } finally {
    reader.reset()
  }
}
