import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { openBarcodeReader } from './barcode-reader'
import styles from './barcode-scanner.module.css'
import { scannerTexts } from './barcode-scanner-texts'

/** The interval between two attempts to read a frame, in ms. */
const LOOK_INTERVAL = 150

type Props = { open: boolean; onClose: () => void; onScan: (code: string) => void }
type Trouble = 'refused' | 'no-camera' | 'reload'

/** Shows the camera's picture until a barcode is read, and passes the code to `onScan`. */
export default function BarcodeScanner({ open, onClose, onScan }: Props) {
  const [trouble, setTrouble] = useState<Trouble>()
  return (
    <Dialog open={open} onClose={onClose} title={scannerTexts.title} description={scannerTexts.description}>
      {trouble ? (
        <Alert tone="warning" icon={Camera} role="alert">
          {scannerTexts[trouble]}
        </Alert>
      ) : (
        open && <Viewfinder onScan={onScan} onTrouble={setTrouble} />
      )}
      <DialogFooter className={styles.footer}>
        <Button variant="outline" onClick={onClose}>
          {scannerTexts.close}
        </Button>
        {trouble === 'reload' && <Button onClick={() => location.reload()}>{scannerTexts.reloadNow}</Button>}
      </DialogFooter>
    </Dialog>
  )
}

type ViewfinderProps = { onScan: (code: string) => void; onTrouble: (trouble: Trouble) => void }

function Viewfinder({ onScan, onTrouble }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onScan, onTrouble })
  useEffect(() => {
    latest.current = { onScan, onTrouble }
  })
  useEffect(() => {
    const ended = new AbortController()
    void scan(video.current, ended.signal).then(
      (code) => code && latest.current.onScan(code),
      (reason: unknown) => latest.current.onTrouble(troubleOf(reason)),
    )
    return () => ended.abort()
  }, [])
  return (
    <video ref={video} className={styles.video} autoPlay muted playsInline aria-label={scannerTexts.view} />
  )
}

/** Returns the first barcode that the camera reads; undefined if `signal` aborts. */
async function scan(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  if (!video) return undefined
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    const read = await openBarcodeReader()
    video.srcObject = stream
    while (!signal.aborted) {
      const code = await read(video).catch(() => undefined)
      if (code && !signal.aborted) return code
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

/**
 * Returns why the camera does not work. The server allows the camera only on administration pages: a page that was
 * loaded elsewhere keeps the policy of its first URL until a reload.
 */
function troubleOf(reason: unknown): Trouble {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && !new URL(loaded.name).pathname.startsWith('/dashboard')) return 'reload'
  return reason instanceof DOMException && reason.name === 'NotAllowedError' ? 'refused' : 'no-camera'
}
