import type { ComparisonList } from '@assay/contract/scans.ts'
import type { Comparison } from '@assay/contract/scans.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { severityNames } from '../../../messages/severity.ts'
import { LongBody } from '../../../widgets/lists/long-body.tsx'
import { paths } from '../../../paths.ts'
import { report as messages } from '../../../messages/report.ts'
import { LongName } from '../../../ui/long-name.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { Header, Table, wideOnly } from '../../../ui/table.tsx'
import { type ComparedRow, comparedRows } from './compare-model.ts'
import { formatNumber } from '../../../language/format.ts'

const texts = messages.compare

interface Props {
  kind: ComparisonList
  comparison: Comparison
  mode: string | undefined
}

/** One list of differences, with an explanation. */
export function ComparedList({ kind, comparison, mode }: Props) {
  const rows = comparedRows(comparison, kind)
  const title = texts.kinds[kind]
  const hasEnd = kind === 'fixed' || kind === 'dropped'
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="m-0 text-sm font-semibold">{title}</h2>
        <span className="tabular text-xs text-soft">{formatNumber(rows.length)}</span>
        <span className="text-xs text-soft">{texts.kindHint[kind]}</span>
      </div>
      {rows.length === 0 ? (
        <p className="m-0 rounded-card border border-line-soft px-3 py-2 text-soft">{texts.nothing[kind]}</p>
      ) : (
        <div className="rounded-card border border-line bg-surface">
          <Table label={title} rowCount={rows.length + 1}>
            <thead>
              <tr className="border-b border-line">
                <Header title={texts.columns.severity} className="w-36" />
                <Header title={texts.columns.id} className="md:w-1/5" />
                <Header title={texts.columns.package} className={`${wideOnly} md:w-1/5`} />
                <Header title={texts.columns.before} className={`${wideOnly} md:w-1/6`} />
                <Header title={texts.columns.after} className={`${wideOnly} ${hasEnd ? 'md:w-1/6' : ''}`} />
                {hasEnd && <Header title={texts.columns.how} className="hidden md:table-cell" />}
              </tr>
            </thead>
            <LongBody rows={rows} columns={6} keyOf={({ key }) => key}>
              {(row, attributes) => <Row row={row} attributes={attributes} mode={mode} hasEnd={hasEnd} />}
            </LongBody>
          </Table>
        </div>
      )}
    </section>
  )
}

interface RowProps {
  row: ComparedRow
  attributes: object
  mode: string | undefined
  hasEnd: boolean
}

const cell = 'px-3 py-1.5 align-top'

function Row({ row: { id, finding }, attributes, mode, hasEnd }: RowProps) {
  const navigate = useNavigate()
  const to = { to: paths.vulnerabilities, search: { id: finding.advisoryUuid, mode } }
  return (
    <tr
      {...attributes}
      onClick={({ target }) => {
        if (!(target as Element).closest('a')) void navigate(to)
      }}
      className="cursor-pointer border-b border-line-soft group-last/row:border-0 hover:bg-hover"
    >
      <td className={cell}>
        <Severity severity={finding.severity} word={severityNames[finding.severity]} cvss={finding.cvss} />
      </td>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <Link
          {...to}
          data-row
          data-over
          className="tabular font-medium whitespace-nowrap text-ink hover:text-accent hover:underline"
        >
          {id}
        </Link>
        <span className="block [overflow-wrap:anywhere] sm:hidden">
          {finding.package}
          <span className="tabular block text-soft">
            {versions(finding.before, texts.absent)} → {versions(finding.after, texts.gone)}
          </span>
        </span>
      </th>
      <td className={`${cell} [overflow-wrap:anywhere] ${wideOnly}`}>
        <LongName name={finding.package} />
      </td>
      <td className={`${cell} tabular ${wideOnly}`}>{versions(finding.before, texts.absent)}</td>
      <td className={`${cell} tabular ${wideOnly}`}>{versions(finding.after, texts.gone)}</td>
      {hasEnd && <td className={`${cell} hidden text-soft md:table-cell`}>{how(finding)}</td>}
    </tr>
  )
}

const versions = (list: string[], none: string) =>
  list.length > 0 ? list.join(', ') : <span className="text-soft">{none}</span>

/** What fixed the finding, if it has ended. */
function how({ after, lifetime: { endKind, fixedBy } }: ComparedRow['finding']): string {
  if (after.length > 0 || endKind === null) return ''
  const by = fixedBy !== null && fixedBy !== 'removed' ? ` ${messages.security.fixedBy(fixedBy)}` : ''
  return messages.security.endKinds[endKind] + by
}
