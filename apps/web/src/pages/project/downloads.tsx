import type { Overview } from '@assay/contract/scans.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { saveFile } from '../../parts/save-file.ts'
import { report as words } from '../../texts/report.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { fileNameOf } from './model.ts'

interface Props {
  overview: Overview
  onPrint: () => void
}

export function Downloads({ overview, onPrint }: Props) {
  const download = useDownload()
  const { actions } = words
  return (
    <>
      <Menu
        label={actions.download}
        items={[
          { id: 'report', label: actions.report, onAction: () => download(() => saveReport(overview)) },
          {
            id: 'inventory',
            label: actions.inventory,
            onAction: () => download(() => saveInventory(overview)),
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

/** Runs one download at a time; one that fails is told. */
export function useDownload() {
  const [isBusy, setIsBusy] = useState(false)
  return (save: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    save()
      .catch(() => showAlert(words.actions.failed))
      .finally(() => setIsBusy(false))
  }
}

const json = 'application/json'

async function saveReport(overview: Overview) {
  const { project, scan } = overview
  const params = { projectUuid: project.uuid, reportUuid: scan.uuid }
  saveFile(fileNameOf(overview, 'report.json'), JSON.stringify(await api.reports.fullOf({ params })), json)
}

export async function saveInventory(overview: Overview) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  saveFile(fileNameOf(overview, 'cdx.json'), JSON.stringify(await api.scans.inventory(of)), json)
}

async function saveDocuments(overview: Overview) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  for (const document of await api.scans.documents(of)) await saveDocument(overview, document)
}

/** As it was submitted, byte by byte. */
export async function saveDocument(
  { project, scan }: Overview,
  document: { position: number; path: string },
) {
  const params = { projectUuid: project.uuid, reportUuid: scan.uuid, position: String(document.position) }
  const bytes = await api.scans.document({ params })
  saveFile(document.path.split('/').at(-1) ?? document.path, bytes, 'application/octet-stream')
}
