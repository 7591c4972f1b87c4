import type { Finding } from '@assay/contract/findings.ts'
import { severityNames } from '../../../messages/severity.ts'
import { report as messages } from '../../../messages/report.ts'
import { formatDate } from '../../../language/format.ts'
import { Severity } from '../../../ui/severity.tsx'
import { FixCounts } from '../../../widgets/findings/fix-counts.tsx'
import { Marks, Via } from '../findings/finding-row.tsx'
import { FindingDetails } from '../findings/finding-details.tsx'
import { filterFindings, type FindingRow, findingRow, sortFindings } from '../findings/findings-model.ts'
import { printedCell, PrintedSection, PrintedTable } from './printed-table.tsx'
import type { TabProps } from '../report/props.ts'
import { describeGap } from '../report/scan-gap.ts'
import { groupByUpgrade, type UpgradeGroup } from '../findings/upgrades-model.ts'
import { UpgradeTitle } from '../findings/upgrade-row.tsx'

const { columns, ...security } = messages.security
const texts = messages.print

const origin = { title: columns.via, width: '15%' }

/** Versions take the remaining width, since one line can contain several. */
const columnsOf = ({ isGrouped, isOriginKnown }: Shown) => [
  { title: columns.severity, width: '14%' },
  { title: columns.id, width: '15%' },
  ...(isGrouped ? [] : [{ title: columns.package, width: '20%' }]),
  { title: texts.installedAndFix },
  ...(isOriginKnown ? [origin] : []),
  { title: columns.since, width: '10%' },
]

/** Column widths of shared lines: room for two findings and for long versions, such as Maven's with timestamps. */
const sharedColumns = ({ isOriginKnown }: Shown) => [
  { title: texts.installedAndFix, width: isOriginKnown ? '28%' : '46%' },
  { title: security.heading },
  ...(isOriginKnown ? [{ ...origin, width: '24%' }] : []),
]

interface Shown {
  /** The package is in the heading. */
  isGrouped: boolean
  /** Inventories without dependencies do not say what introduced a package. */
  isOriginKnown: boolean
}

interface Props extends TabProps {
  findings: Finding[]
}

/** All findings, grouped by upgrade. */
export function PrintedFindings({ overview, findings, isDetailed }: Props & { isDetailed: boolean }) {
  const rows = sortFindings(findings.map(findingRow), {})
  const counted = findings.filter(({ exclusion }) => exclusion === null).length
  const gap = describeGap(overview.scan)
  const none = gap?.title ?? security.none
  return (
    <PrintedSection title={counted === 0 ? none : texts.findings(counted)}>
      {gap && <p className="m-0">{gap.hint}</p>}
      {rows.length > 0 && <Lines rows={rows} groups={groupByUpgrade(rows)} isDetailed={isDetailed} />}
    </PrintedSection>
  )
}

/** The list of the tab, in its order. */
export function PrintedFindingList({ findings, search }: Props) {
  const all = findings.map(findingRow)
  const rows = sortFindings(filterFindings(all, search), search)
  const groups = search.view === 'list' ? null : groupByUpgrade(rows, search.sort !== undefined)
  return (
    <PrintedSection title={security.heading}>
      <p className="m-0 text-soft">
        {texts.onlyList(rows.length, messages.shown(all.length, all.length, 'finding'))}
      </p>
      <Lines rows={rows} groups={groups} />
    </PrintedSection>
  )
}

interface LinesProps {
  rows: FindingRow[]
  groups: UpgradeGroup[] | null
  isDetailed?: boolean
}

function Lines({ rows, groups, isDetailed = false }: LinesProps) {
  const shown = { isGrouped: groups !== null, isOriginKnown: rows.some(({ isDirect }) => isDirect !== null) }
  const isShared = shown.isGrouped && !isDetailed
  const titles = isShared ? sharedColumns(shown) : columnsOf(shown)
  return (
    <PrintedTable label={security.heading} columns={titles}>
      {(groups ?? [null]).map((group) => (
        <tbody key={group?.key ?? ''}>
          {group && (
            <tr className="break-after-avoid border-b border-line-soft">
              <td colSpan={titles.length} className="pt-2 pb-0.5">
                <div className="flex flex-wrap items-baseline gap-x-4">
                  <UpgradeTitle group={group} />
                  {group.kind !== 'excluded' && <FixCounts upgrade={group} />}
                </div>
              </td>
            </tr>
          )}
          {isShared
            ? [...Map.groupBy(group!.rows, fixGroupKey)].map(([key, shared]) => (
                <SharedLine key={key} rows={shared} isOriginKnown={shown.isOriginKnown} />
              ))
            : (group?.rows ?? rows).map((row) => (
                <Line key={row.key} row={row} {...shown} isDetailed={isDetailed} span={titles.length} />
              ))}
        </tbody>
      ))}
    </PrintedTable>
  )
}

/** Equal for findings with the same installed versions, fixes and origin. */
const fixGroupKey = ({ finding, via, isDirect, otherPaths }: FindingRow): string =>
  JSON.stringify([
    finding.package,
    finding.versions.map(({ version, fixesThis }) => [version, fixesThis?.version]),
    via,
    isDirect,
    otherPaths,
  ])

/** Findings with the same fix, most severe first: an upgrade often closes a dozen. */
function SharedLine({ rows, isOriginKnown }: Pick<Shown, 'isOriginKnown'> & { rows: FindingRow[] }) {
  const [first] = rows
  if (!first) return null
  const { finding } = first
  return (
    <tr className="border-b border-line-soft">
      <td className={`${printedCell} tabular`}>
        {finding.exclusion !== null && `${finding.package} `}
        <FixSteps finding={finding} />
      </td>
      <td className={printedCell}>
        <ul className="m-0 flex list-none flex-wrap gap-x-4 p-0">
          {rows.map((row) => (
            <li key={row.key} className="flex items-center gap-1.5 whitespace-nowrap">
              <SeverityOf finding={row.finding} />
              <span className="tabular font-medium">{row.id}</span>
              <Marks row={row} />
            </li>
          ))}
        </ul>
      </td>
      {isOriginKnown && (
        <td className={printedCell}>
          <Via row={first} />
        </td>
      )}
    </tr>
  )
}

const SeverityOf = ({ finding: { severity, cvss } }: Pick<FindingRow, 'finding'>) => (
  <Severity severity={severity} word={severityNames[severity]} cvss={cvss} />
)

interface LineProps extends Shown {
  row: FindingRow
  isDetailed: boolean
  span: number
}

function Line({ row, isDetailed, isGrouped, isOriginKnown, span }: LineProps) {
  const { finding, id } = row
  return (
    <>
      <tr className="border-b border-line-soft">
        <td className={printedCell}>
          {/* A block: inline, it would be taller than its line. */}
          <div className="flex">
            <SeverityOf finding={finding} />
          </div>
        </td>
        <th scope="row" className={`${printedCell} text-left font-medium`}>
          <span className="tabular">{id}</span>
          <Marks row={row} />
        </th>
        {!isGrouped && <td className={printedCell}>{finding.package}</td>}
        <td className={`${printedCell} tabular`}>
          {isGrouped && finding.exclusion !== null && `${finding.package} `}
          <FixSteps finding={finding} />
        </td>
        {isOriginKnown && (
          <td className={printedCell}>
            <Via row={row} />
          </td>
        )}
        <td className={`${printedCell} tabular`}>
          {finding.lifetime && formatDate(finding.lifetime.introducedAt)}
        </td>
      </tr>
      {isDetailed && (
        <tr className="border-b border-line-soft">
          <td colSpan={span} className="p-0">
            <p className="m-0 px-4 pt-2 text-soft">{finding.summary}</p>
            <FindingDetails row={row} mode={undefined} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Installed versions with the nearest fix: '1.0, 1.1 → 1.2'. */
const FixSteps = ({ finding: { versions } }: Pick<FindingRow, 'finding'>) =>
  [...Map.groupBy(versions, ({ fixesThis }) => fixesThis?.version ?? null)].map(([fix, from]) => (
    <span key={fix ?? ''} className="block">
      <span className="text-soft">{from.map(({ version }) => version).join(', ')} → </span>
      {fix ?? <span className="text-soft">{security.noFix}</span>}
    </span>
  ))
