import { Download } from 'lucide-react'
import { downloadFile } from '@/lib/download'
import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import type { Books } from '../api'
import { booksTexts as texts } from '../books-texts'
import type { Period } from '../period'
import styles from './books-page.module.css'
import { showsTax, showsTurnover } from './figures'

type BooksFile = { name: keyof typeof texts.fileNames; call: string; format: string }

const GST: BooksFile[] = [
  { name: 'gstr1', call: 'gstr1', format: 'json' },
  { name: 'sheets', call: 'gstr1', format: 'csv' },
  { name: 'gstr3b', call: 'gstr3b', format: 'csv' },
]
const COMPOSITION: BooksFile[] = [{ name: 'cmp08', call: 'cmp08', format: 'csv' }]
const REGISTER: BooksFile[] = [
  { name: 'sales', call: 'sales', format: 'xlsx' },
  { name: 'salesCSV', call: 'sales', format: 'csv' },
  { name: 'purchases', call: 'purchases', format: 'xlsx' },
]

/** Downloads for a period: the returns that the shop's GST status requires, and the register of sales. */
export function BooksFiles({ books, period: { from, to } }: { books: Books; period: Period }) {
  const download = useMutation({
    mutationFn: ({ call, format }: BooksFile) => downloadFile(`/api/books/${call}`, { from, to, format }),
    onError: (reason) => toastError(reason, { fallback: texts.fileFailed }),
  })
  const files = [...(showsTax(books) ? GST : []), ...(showsTurnover(books) ? COMPOSITION : []), ...REGISTER]
  return (
    <section className={styles.panel} aria-label={texts.files}>
      <header>
        <h2>{texts.files}</h2>
      </header>
      <ul className={styles.rows}>
        {files.map((file) => {
          const { title, hint } = texts.fileNames[file.name]
          const format = file.format.toUpperCase()
          return (
            <li key={file.name}>
              <span>
                <b>{title}</b>
                <small>{hint}</small>
              </span>
              <Button
                variant="outline"
                size="small"
                icon={Download}
                pending={download.isPending}
                aria-label={texts.download(title, format)}
                onClick={() => download.mutate(file)}
              >
                {format}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
