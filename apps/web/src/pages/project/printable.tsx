import type { ComponentItem, Finding } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { QueryView } from '../../widgets/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { report as messages } from '../../messages/report.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Severity } from '../../ui/severity.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasLicenseProblem, isOutdated } from './components-model.ts'
import { FindingDetails } from './finding-details.tsx'
import { type FindingRow, findingRow, sortFindings } from './findings-model.ts'
import { Marks } from './findings-table.tsx'
import { fileNameOf, unreadFiles } from './model.ts'
import { forbidden, type TabProps } from './props.ts'
import { ScanFacts, Title } from './report-header.tsx'
import { ScoreCards } from './score-cards.tsx'
import { StabilityFacts } from './stability-facts.tsx'
import { useComponents } from './use-components.ts'

const texts = messages.print

/** The whole report at once, every detail unfolded: for paper, and for a PDF by the browser's own means. */
export function Printable({ overview, onSearch }: TabProps) {
  const { project, scan } = overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery(query(api.scans.findings, of))
  const components = useComponents(overview)
  // A PDF is named by the page's title.
  useTitle(fileNameOf(overview, 'report'))
  const states = { skeleton: <Skeleton className="h-80 w-full" />, failed: messages.failed, forbidden }
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6">
      <div className="flex gap-2 print:hidden">
        <Button variant="primary" isDisabled={!findings.data || !components.data} onPress={() => print()}>
          {texts.print}
        </Button>
        <Button onPress={() => onSearch({ mode: undefined })}>{texts.back}</Button>
      </div>
      <div className="grid gap-1">
        <Title {...overview} />
        <p className="tabular m-0 text-soft">
          {overview.branch}, {formatDateTime(scan.timestamp)}
        </p>
        <ScanFacts {...overview} />
      </div>
      <ScoreCards {...overview} />
      <QueryView query={findings} {...states}>
        {(list) => <Findings findings={list} unread={unreadFiles(scan)} />}
      </QueryView>
      <QueryView query={components} {...states}>
        {(list) => <Components components={list} scan={scan} />}
      </QueryView>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="m-0 border-b border-line pb-1 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

function Findings({ findings, unread }: { findings: Finding[]; unread: number }) {
  const rows = sortFindings(findings.map(findingRow), {})
  const counted = findings.filter(({ exclusion }) => exclusion === null).length
  const none = unread > 0 ? messages.incomplete : messages.security.none
  return (
    <Section title={counted === 0 ? none : texts.findings(counted)}>
      {unread > 0 && <p className="m-0">{messages.incompleteHint(unread)}</p>}
      {rows.map((row) => (
        <PrintedFinding key={row.key} row={row} />
      ))}
    </Section>
  )
}

const PrintedFinding = ({ row }: { row: FindingRow }) => (
  <article className="break-inside-avoid rounded-card border border-line bg-surface">
    <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line-soft px-4 py-2">
      <Severity
        severity={row.finding.severity}
        word={messages.severities[row.finding.severity]}
        cvss={row.finding.cvss}
      />
      <h3 className="tabular m-0 text-sm font-semibold">{row.id}</h3>
      <span className="font-medium">
        {row.finding.package} <span className="tabular font-normal">{row.versions.join(', ')}</span>
      </span>
      <Marks row={row} />
      <span className="w-full text-soft">{row.finding.summary}</span>
    </div>
    <FindingDetails row={row} mode={undefined} />
  </article>
)

function Components({
  components,
  scan,
}: { components: ComponentItem[] } & Pick<TabProps['overview'], 'scan'>) {
  const outdated = components.filter(isOutdated)
  const problems = components.filter(hasLicenseProblem)
  const none = scan.unknownReleases === 0 ? messages.stability.none : messages.stability.noneKnown
  return (
    <>
      <Section title={outdated.length === 0 ? none : texts.outdated(outdated.length)}>
        <StabilityFacts scan={scan} />
        <Names
          components={outdated}
          describe={({ latestPatch, latestMinor, latestMajor }) =>
            `→ ${[latestPatch, latestMinor, latestMajor].filter((version) => version !== null).join(', ')}`
          }
        />
      </Section>
      <Section title={texts.licenses(problems.length)}>
        <Names
          components={problems}
          describe={({ warnings, violations }) => [...violations, ...warnings].join('; ')}
        />
      </Section>
    </>
  )
}

interface NamesProps {
  components: ComponentItem[]
  describe: (component: ComponentItem) => string
}

const Names = ({ components, describe }: NamesProps) => (
  <ul className="m-0 list-none gap-x-8 p-0 [overflow-wrap:anywhere] sm:columns-2">
    {components.map((each) => (
      <li key={`${each.name}@${each.version}`} className="break-inside-avoid py-0.5">
        <span className="font-medium">{each.name}</span> <span className="tabular">{each.version}</span>{' '}
        <span className="text-soft">{describe(each)}</span>
      </li>
    ))}
  </ul>
)
