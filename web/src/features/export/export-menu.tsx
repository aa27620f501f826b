import { Download } from 'lucide-react'
import { downloadFile } from '@/lib/download'
import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Menu, menuItemClass } from '@/ui/menu'
import { exportTexts } from './export-texts'

/** A table to export: its label, and the API path that returns it. */
export type ExportTable = { label: string; path: string; query?: Record<string, string | undefined> }

const FORMATS = ['xlsx', 'csv'] as const

/** A menu of a page's tables, each available as CSV and as a workbook. */
export function ExportMenu({ tables, className }: { tables: ExportTable[]; className?: string }) {
  const download = useMutation({
    mutationFn: ({ table, format }: { table: ExportTable; format: string }) =>
      downloadFile(table.path, { ...table.query, format }),
    onError: (reason) => toastError(reason, { fallback: exportTexts.failed }),
  })
  return (
    <Menu
      className={className}
      label={exportTexts.open}
      triggerClassName={buttonClass({ variant: 'outline', size: 'small' })}
      trigger={
        <>
          <Icon icon={Download} />
          {exportTexts.open}
        </>
      }
    >
      {(close) =>
        tables.flatMap((table) =>
          FORMATS.map((format) => (
            <button
              key={`${table.path} ${format}`}
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                download.mutate({ table, format })
              }}
            >
              {exportTexts.formats[format](table.label)}
            </button>
          )),
        )
      }
    </Menu>
  )
}
