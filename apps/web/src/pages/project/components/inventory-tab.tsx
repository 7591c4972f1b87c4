import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { coverage } from '../../../messages/coverage.ts'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../language/format.ts'
import { Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { saveDocument, saveInventory, useDownload } from '../report/downloads.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { Gaps } from './gaps.tsx'
import { Image } from './image.tsx'
import { InventoryComponents } from './inventory-components.tsx'
import { forbidden, type TabProps } from '../report/props.ts'

const texts = messages.inventory

/** Components, uploaded files, parse issues and exports of the scan. */
export function InventoryTab(props: TabProps) {
  const { overview } = props
  const { scan } = overview
  const download = useDownload()
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-6">
      <Section title={coverage.gaps.title}>
        <Gaps overview={overview} />
      </Section>
      <Image overview={overview} />
      <InventoryComponents {...props} />
      <Documents overview={overview} />
      <Section title={texts.export}>
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-3">
          <span className="grow text-soft">{texts.exportHint}</span>
          <Button onPress={() => download(() => saveInventory(overview))}>
            {messages.actions.inventory}
          </Button>
        </div>
      </Section>
      <Section title={texts.issues}>
        {scan.issues.length === 0 ? <p className="m-0 text-soft">{texts.noIssues}</p> : <Issues {...scan} />}
      </Section>
      {scan.files.length > 0 && (
        <Section title={texts.read}>
          <ul className="m-0 grid list-none gap-1 p-0 [overflow-wrap:anywhere]">
            {scan.files.map((file) => (
              <li key={file}>
                <code className="text-xs">{file}</code>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-2">
    <h2 className="m-0 text-sm font-semibold">{title}</h2>
    {children}
  </div>
)

function Documents({ overview }: { overview: Overview }) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const documents = useQuery(query(api.scans.documents, of))
  const download = useDownload()
  return (
    <Section title={texts.documents}>
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
                    <tr key={document.position} className={rowStyle}>
                      <th scope="row" className="px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
                        <code className="text-xs">{document.path}</code>
                      </th>
                      <td className={numberCell}>{formatBytes(document.size)}</td>
                      <td className="px-3 py-1.5 text-right">
                        <Button
                          aria-label={texts.downloadDocument(document.path)}
                          onPress={() => download(() => saveDocument(overview, document))}
                        >
                          {messages.actions.download}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          )
        }
      </QueryView>
    </Section>
  )
}

const Issues = ({ issues }: Pick<Overview['scan'], 'issues'>) => (
  <div className="rounded-card border border-line bg-surface">
    <Table label={texts.issues}>
      <thead>
        <tr className="border-b border-line">
          <Header title={texts.issueColumns.message} />
          <Header title={texts.issueColumns.where} />
        </tr>
      </thead>
      <tbody>
        {issues.map(({ code, message, where }, index) => (
          <tr key={`${code} ${where} ${index}`} className={rowStyle}>
            <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal">
              {message}
            </th>
            <td className="px-3 py-1.5 text-soft [overflow-wrap:anywhere]">
              <code className="text-xs">{where}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
)
