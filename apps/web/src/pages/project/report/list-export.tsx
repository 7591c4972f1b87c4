import type { Overview } from '@assay/contract/scans.ts'
import { report as messages } from '../../../messages/report.ts'
import { Menu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { fileNameOf } from './model.ts'
import type { ReportProps } from './props.ts'

interface Props extends Pick<ReportProps, 'onSearch'> {
  overview: Overview
  /** Part of the file name. */
  name: string
  toCsv: () => string
}

/** Exports the shown list as a file or to print. */
export const ListExport = ({ overview, name, toCsv, onSearch }: Props) => (
  <Menu
    label={messages.list.export}
    items={[
      {
        id: 'csv',
        label: messages.list.csv,
        // Excel requires a BOM to detect UTF-8.
        onAction: () =>
          saveFile(fileNameOf(overview, `${name}.csv`), `\uFEFF${toCsv()}`, 'text/csv;charset=utf-8'),
      },
      {
        id: 'pdf',
        label: messages.list.pdf,
        onAction: () => onSearch({ mode: 'print', part: 'list' }),
      },
    ]}
  />
)
