import type { ComponentItem } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { lists as terms } from '../../../messages/lists.ts'
import { report as messages } from '../../../messages/report.ts'
import {
  filterComponents,
  hasLicenseProblem,
  hasUnknownReleases,
  isComponentColumn,
  isOutdated,
  isUnstable,
  newerVersions,
  sortComponents,
} from '../components/components-model.ts'
import { printedCell, PrintedSection, PrintedTable } from './printed-table.tsx'
import type { TabProps } from '../report/props.ts'
import { StabilityFacts } from '../components/stability-facts.tsx'
import { vulnerableComponents } from '../components/vulnerable-components.ts'

const { stability, licensing, inventory, print: texts } = messages
const { unknown } = stability

interface Column {
  title: string
  /** Defaults to an equal share of the remaining width. */
  width?: string
  cell: (each: ComponentItem) => string
}

const steps: Column[] = newerVersions.map((step) => ({
  title: stability.columns[step],
  cell: (each) => each[step] ?? unknown,
}))
const licenses: Column = {
  title: licensing.columns.license,
  cell: (each) => each.licenses.map(({ id }) => id).join(', ') || terms.noLicense,
}
const source: Column = {
  title: licensing.columns.source,
  width: '12%',
  cell: ({ licenseSource, licenseRegistry }) =>
    licenseSource === null ? unknown : (licenseRegistry ?? licensing.sources[licenseSource]),
}
const problems: Column = {
  title: texts.problem,
  cell: ({ violations, warnings }) => [...violations, ...warnings].join('; '),
}
const required: Column = {
  title: inventory.componentColumns.required,
  width: '12%',
  cell: ({ isDirect }) =>
    isDirect === null ? messages.unknownOrigin : isDirect ? messages.direct : messages.transitive,
}

/** Outdated components and license problems. */
export function PrintedComponents({
  components,
  scan,
}: { components: ComponentItem[] } & Pick<TabProps['overview'], 'scan'>) {
  const outdated = components.filter(isOutdated)
  const bad = components.filter(hasLicenseProblem)
  const none = scan.unknownReleases === 0 ? stability.none : stability.noneKnown
  return (
    <>
      <PrintedSection title={outdated.length === 0 ? none : texts.outdated(outdated.length)}>
        <StabilityFacts scan={scan} />
        {outdated.length > 0 && <Lines label={stability.heading} rows={outdated} columns={steps} />}
      </PrintedSection>
      <PrintedSection title={texts.licenses(bad.length)}>
        {bad.length > 0 && (
          <Lines label={licensing.heading} rows={bad} columns={[licenses, source, problems]} />
        )}
      </PrintedSection>
    </>
  )
}

interface Props extends TabProps {
  components: ComponentItem[]
  findings: Finding[]
}

const lists = {
  stability: { ...stability, columns: [...steps, required], firstSort: 'step' as const },
  licensing: { ...licensing, columns: [licenses, source, problems, required], firstSort: 'verdict' as const },
  inventory: {
    heading: inventory.components,
    columns: [licenses, source, required],
    firstSort: 'name' as const,
  },
}

/** The list of the tab, in its order. */
export function PrintedComponentList({ components, findings, search }: Props) {
  const tab = search.tab === 'stability' || search.tab === 'licensing' ? search.tab : 'inventory'
  const { heading, columns, firstSort } = lists[tab]
  const listed = components.filter(isListedIn(tab, search.show))
  const isVulnerable = vulnerableComponents(findings)
  const shown = filterComponents(listed, search).filter(
    (each) => search.show !== 'vulnerable' || isVulnerable(each) > 0,
  )
  const sort = isComponentColumn(search.sort) ? search.sort : firstSort
  return (
    <PrintedSection title={heading}>
      <p className="m-0 text-soft">
        {texts.onlyList(shown.length, messages.shown(listed.length, listed.length, 'component'))}
      </p>
      <Lines
        label={heading}
        rows={sortComponents(shown, { sort, direction: search.direction ?? 'asc' })}
        columns={columns}
      />
    </PrintedSection>
  )
}

function isListedIn(tab: keyof typeof lists, show: TabProps['search']['show']) {
  if (tab !== 'stability') return () => true
  return show === 'unknown' ? hasUnknownReleases : isUnstable
}

interface LinesProps {
  label: string
  rows: readonly ComponentItem[]
  columns: readonly Column[]
}

const Lines = ({ label, rows, columns }: LinesProps) => (
  <PrintedTable
    label={label}
    columns={[
      { title: inventory.componentColumns.name, width: '35%' },
      { title: texts.version, width: '15%' },
      ...columns,
    ]}
  >
    <tbody>
      {rows.map((each) => (
        <tr key={each.purl ?? `${each.name}@${each.version}`} className="border-b border-line-soft">
          <th scope="row" className={`${printedCell} text-left font-medium`}>
            {each.name}
          </th>
          <td className={`${printedCell} tabular`}>{each.version}</td>
          {columns.map(({ title, cell }) => (
            <td key={title} className={printedCell}>
              {cell(each)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </PrintedTable>
)
