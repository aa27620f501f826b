import { Download } from 'lucide-react'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { texts } from './import-texts'

/** A sample list with the usual columns; the shop replaces its rows. */
const SAMPLE = `Name,Category,Sub Category,Unit,MRP,Sale Price,Stock,Barcode
Toor Dal,Atta Rice & Dal,Dal & Pulses,1 kg,160,149.50,20,
Tomato Local,Vegetables,Fresh Vegetables,500 g,34,28,40,
Full Cream Milk,Dairy & Eggs,Milk,1 L,68,66,30,8900000000017
`

/** Downloads the sample list. */
export function SampleList() {
  return (
    <Button variant="outline" icon={Download} onClick={() => saveFile(SAMPLE, texts.sampleFile, 'text/csv')}>
      {texts.sample}
    </Button>
  )
}
