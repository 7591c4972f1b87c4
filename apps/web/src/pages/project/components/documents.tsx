import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatBytes } from '../../../language/format.ts'
import { documentQuality as quality } from '../../../messages/document-quality.ts'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { saveDocument, useDownload } from '../report/downloads.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { forbidden } from '../report/props.ts'
import { DocumentQuality } from './document-quality.tsx'

const texts = messages.inventory

/** The files that the scan was made of. */
export function Documents({ overview }: { overview: Overview }) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const documents = useQuery(query(api.scans.documents, of))
  return (
    <QueryView
      query={documents}
      skeleton={<FilteredListSkeleton />}
      failed={texts.failed}
      forbidden={forbidden}
    >
      {(list) =>
        list.length === 0 ? (
          <p className="m-0 text-soft">{texts.noDocuments}</p>
        ) : (
          <div className="rounded-card border border-line bg-surface">
            <Table label={texts.documents}>
              <thead>
                <tr className="border-b border-line">
                  <Header title={texts.columns.document} />
                  <Header title={texts.columns.size} isNumber />
                  <Header title={texts.columns.action} isNumber />
                </tr>
              </thead>
              <tbody>
                {list.map((document) => (
                  <DocumentRow key={document.position} document={document} overview={overview} />
                ))}
              </tbody>
            </Table>
          </div>
        )
      }
    </QueryView>
  )
}

interface DocumentRowProps {
  overview: Overview
  document: { position: number; path: string; size: number }
}

function DocumentRow({ overview, document }: DocumentRowProps) {
  const [isOpen, setOpen] = useState(false)
  const download = useDownload()
  const { path, size, position } = document
  const of = { projectUuid: overview.project.uuid, reportUuid: overview.scan.uuid, position }
  return (
    <>
      <tr className={rowStyle}>
        <th scope="row" className="px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
          <code className="text-xs">{path}</code>
        </th>
        <td className={numberCell}>{formatBytes(size)}</td>
        <td className="px-3 py-1.5">
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              aria-label={quality.titleOf(path)}
              aria-expanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            >
              {quality.open}
            </Button>
            <Button
              aria-label={texts.downloadDocument(path)}
              onPress={() => download(() => saveDocument(overview, document))}
            >
              {messages.actions.download}
            </Button>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr className={rowStyle}>
          <td colSpan={3} className="p-0">
            <DocumentQuality of={of} path={path} />
          </td>
        </tr>
      )}
    </>
  )
}
