import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { AdvisoryNotice } from '../../../widgets/notices/advisory-notice.tsx'
import { useTitle } from '../../../widgets/use-title.ts'
import { advisoryData as advisoryMessages } from '../../../messages/advisory-data.ts'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDateTime } from '../../../language/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { fileNameOf } from '../report/model.ts'
import { PrintedComponents, PrintedComponentList } from './printed-components.tsx'
import { PrintedFindingList, PrintedFindings } from './printed-findings.tsx'
import { PrintedSummary } from './printed-summary.tsx'
import { forbidden, type TabProps } from '../report/props.ts'
import { ScanFacts, Title } from '../header/report-header.tsx'
import { ScoreCards } from '../header/score-cards.tsx'
import { useComponents } from '../components/use-components.ts'

const texts = messages.print

/** A report for print, summary first, or the list of a tab as shown. The browser can save it as PDF. */
export function Printable(props: TabProps) {
  const { overview, search, onSearch } = props
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery(query(api.scans.findings, of))
  const components = useComponents(overview)
  const [isDetailed, setDetailed] = useState(false)
  const isList = search.part === 'list'
  // The page title becomes the PDF's file name.
  useTitle(fileNameOf(overview, isList ? (search.tab ?? 'security') : 'report'))
  const states = { skeleton: <Skeleton className="h-80 w-full" />, failed: messages.failed, forbidden }
  const isWhole = findings.data !== undefined && components.data !== undefined
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button variant="primary" isDisabled={!isWhole} onPress={() => print()}>
          {texts.print}
        </Button>
        <Button onPress={() => onSearch({ mode: undefined, part: undefined })}>{texts.back}</Button>
        {!isList && <Checkbox label={texts.details} isChecked={isDetailed} onChange={setDetailed} />}
      </div>
      <div className="grid gap-1">
        <Title {...overview} />
        <p className="tabular m-0 text-soft">
          {overview.branch}, {formatDateTime(scan.timestamp)}
        </p>
        <ScanFacts {...overview} />
      </div>
      <AdvisoryNotice data={scan.advisoryData} effect={advisoryMessages.effectOnReport} />
      {!isList && <ScoreCards {...overview} />}
      <QueryView query={findings} {...states}>
        {(list) => (
          <QueryView query={components} {...states}>
            {(known) =>
              isList ? (
                <ListOf {...props} findings={list} components={known} />
              ) : (
                <>
                  <PrintedSummary overview={overview} findings={list} components={known} />
                  <PrintedFindings {...props} findings={list} isDetailed={isDetailed} />
                  <PrintedComponents components={known} scan={scan} />
                </>
              )
            }
          </QueryView>
        )}
      </QueryView>
    </div>
  )
}

type Lists = Parameters<typeof PrintedFindingList>[0] & Parameters<typeof PrintedComponentList>[0]

const ListOf = (props: Lists) =>
  (props.search.tab ?? 'security') === 'security' ? (
    <PrintedFindingList {...props} />
  ) : (
    <PrintedComponentList {...props} />
  )
