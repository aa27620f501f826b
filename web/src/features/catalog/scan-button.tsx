import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { scannerTexts } from './barcode-scanner-texts'

const BarcodeScanner = lazyDialog(() => import('./barcode-scanner'))

type Props = {
  /** Called with a scanned barcode. */
  onScan: (code: string) => void
  className?: string
}

/** Opens the camera to scan one barcode; renders nothing if the browser has no camera API. */
export function ScanButton({ onScan, className }: Props) {
  const [open, setOpen] = useState<boolean>()
  if (!globalThis.navigator?.mediaDevices) return null
  return (
    <>
      <IconButton
        className={className}
        variant="outline"
        icon={ScanBarcode}
        label={scannerTexts.open}
        onClick={() => setOpen(true)}
      />
      {open !== undefined && (
        <BarcodeScanner
          open={open}
          onClose={() => setOpen(false)}
          onScan={(code) => {
            setOpen(false)
            onScan(code)
          }}
        />
      )}
    </>
  )
}
