import type { Overview } from '@assay/contract/scans.ts'
import { api } from '../../../api/client.ts'
import { report as messages } from '../../../messages/report.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Menu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { useDownload } from '../report/downloads.tsx'
import { fileNameOf } from '../report/model.ts'

const texts = messages.compare

/** The comparison for a pull request, or as a file. */
export function ComparisonFiles({ overview, other }: { overview: Overview; other: string }) {
  const download = useDownload()
  const { project, scan } = overview
  const read = (format: string) =>
    api.scans.compareFile({
      params: { projectUuid: project.uuid, format },
      query: { from: other, to: scan.uuid },
    })
  const save = (format: string, type: string) => async () =>
    saveFile(fileNameOf(overview, `comparison.${format}`), await read(format), type)
  const copy = async () => {
    await copyText(new TextDecoder().decode(await read('md')))
    showAlert(texts.copied)
  }
  return (
    <Menu
      label={texts.files}
      items={[
        { id: 'copy', label: texts.copyMarkdown, onAction: () => download(copy) },
        { id: 'md', label: texts.markdown, onAction: () => download(save('md', 'text/markdown')) },
        { id: 'pdf', label: texts.pdf, onAction: () => download(save('pdf', 'application/pdf')) },
        { id: 'csv', label: texts.csv, onAction: () => download(save('csv', 'text/csv')) },
      ]}
    />
  )
}
