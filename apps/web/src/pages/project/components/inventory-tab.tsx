import type { Overview } from '@assay/contract/scans.ts'
import type { ReactNode } from 'react'
import { coverage } from '../../../messages/coverage.ts'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { Header, rowStyle, Table } from '../../../ui/table.tsx'
import { saveInventory, useDownload } from '../report/downloads.tsx'
import { Documents } from './documents.tsx'
import { Gaps } from './gaps.tsx'
import { Image } from './image.tsx'
import { InventoryComponents } from './inventory-components.tsx'
import type { TabProps } from '../report/props.ts'

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
      <Section title={texts.documents}>
        <Documents overview={overview} />
      </Section>
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
