import type { Overview } from '@assay/contract/scans.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { saveFile } from '../../../widgets/save-file.ts'
import { report as messages } from '../../../messages/report.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { fileNameOf } from './model.ts'

interface Props {
  overview: Overview
  onPrint: () => void
}

export function Downloads({ overview, onPrint }: Props) {
  const download = useDownload()
  const { actions } = messages
  return (
    <>
      <Menu
        label={actions.download}
        items={[
          { id: 'report', label: actions.report, onAction: () => download(() => saveReport(overview)) },
          { id: 'pdf', label: actions.pdf, onAction: () => download(() => savePdf(overview)) },
          {
            id: 'inventory',
            label: actions.inventory,
            onAction: () => download(() => saveInventory(overview)),
          },
          {
            id: 'openvex',
            label: actions.openvex,
            onAction: () => download(() => saveVex(overview, 'openvex')),
          },
          {
            id: 'cyclonedx-vex',
            label: actions.cyclonedxVex,
            onAction: () => download(() => saveVex(overview, 'cyclonedx')),
          },
          {
            id: 'documents',
            label: actions.documents,
            onAction: () => download(() => saveDocuments(overview)),
          },
        ]}
      />
      <Button onPress={onPrint}>{actions.print}</Button>
    </>
  )
}

/** Runs one download at a time and reports errors. */
export function useDownload() {
  const [isBusy, setIsBusy] = useState(false)
  return (save: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    save()
      .catch(() => showAlert(messages.actions.failed))
      .finally(() => setIsBusy(false))
  }
}

const json = 'application/json'

async function saveReport(overview: Overview) {
  const { project, scan } = overview
  const params = { projectUuid: project.uuid, reportUuid: scan.uuid }
  saveFile(fileNameOf(overview, 'report.json'), JSON.stringify(await api.reports.fullOf({ params })), json)
}

async function savePdf(overview: Overview) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  saveFile(fileNameOf(overview, 'pdf'), await api.reportExports.pdf(of), 'application/pdf')
}

export async function saveInventory(overview: Overview) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  saveFile(fileNameOf(overview, 'cdx.json'), JSON.stringify(await api.scans.inventory(of)), json)
}

async function saveVex(overview: Overview, format: 'openvex' | 'cyclonedx') {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid, format } }
  const end = { openvex: 'openvex.json', cyclonedx: 'vdr.cdx.json' }[format]
  saveFile(fileNameOf(overview, end), JSON.stringify(await api.scans.vex(of)), json)
}

async function saveDocuments(overview: Overview) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  for (const document of await api.scans.documents(of)) await saveDocument(overview, document)
}

/** The unchanged upload. */
export async function saveDocument(
  { project, scan }: Overview,
  document: { position: number; path: string },
) {
  const params = { projectUuid: project.uuid, reportUuid: scan.uuid, position: String(document.position) }
  const bytes = await api.scans.document({ params })
  saveFile(document.path.split('/').at(-1) ?? document.path, bytes, 'application/octet-stream')
}
