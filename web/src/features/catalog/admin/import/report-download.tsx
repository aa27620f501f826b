import { Download } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { saveFile } from '@/lib/save-file'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { readReportFile } from '../../price-list-api'
import { texts } from './import-texts'

type Props = { id: string; name: string; compact?: boolean }

/** Downloads all lines of an import's report as a file. */
export function ReportDownload({ id, name, compact }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => readReportFile(id),
    onSuccess: (file) => saveFile(file.content, file.name, 'text/csv'),
    onError: (error) => toastError(error, { fallback: texts.reportFailed }),
  })
  if (compact) {
    return (
      <IconButton
        label={`${texts.everyLine}: ${name}`}
        icon={Download}
        pending={isPending}
        onClick={() => mutate()}
      />
    )
  }
  return (
    <Button variant="outline" size="small" icon={Download} pending={isPending} onClick={() => mutate()}>
      {texts.everyLine}
    </Button>
  )
}
