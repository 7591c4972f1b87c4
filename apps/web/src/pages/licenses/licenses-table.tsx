import type { LicenseUse } from '@assay/contract/license-use.ts'
import { type ReactNode, useId } from 'react'
import { licenses as messages } from '../../messages/licenses.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../language/format.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { LicenseDetails } from './license-details.tsx'
import { keyOf, meaningOf, nameOf } from './model.ts'
import type { ListProps } from './search.ts'

type Column = keyof typeof messages.columns

const widths: Record<Column, string> = {
  license: '',
  components: 'w-30',
  projects: 'w-24',
  violations: 'w-[30%]',
  source: 'w-40',
}
const narrowWidths: Partial<typeof widths> = { components: 'w-26', projects: 'w-20' }
const all = Object.keys(messages.columns) as Column[]
const narrow: readonly Column[] = ['license', 'components', 'projects']
const numbers: readonly Column[] = ['components', 'projects']

interface Props extends ListProps {
  rows: LicenseUse[]
  isBusy: boolean
}

export function LicensesTable({ rows, isBusy, ...props }: Props) {
  const isNarrow = useMedia('(width < 48rem)')
  const shown = isNarrow ? narrow : all
  return (
    <div className="@container overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={(isNarrow ? narrowWidths : widths)[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
          <tr className="border-b border-line">
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} isNumber={numbers.includes(column)} />
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={keyOf(row)} className="group/row">
            <Row {...props} row={row} shown={shown} isNarrow={isNarrow} />
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface RowProps extends ListProps {
  row: LicenseUse
  shown: readonly Column[]
  isNarrow: boolean
}

function Row({ row, shown, isNarrow, ...props }: RowProps) {
  const details = useId()
  const { search, onSearch } = props
  const isOpen = search.open === keyOf(row)
  return (
    <>
      <tr
        onClick={() => onSearch({ open: isOpen ? undefined : keyOf(row) }, { replace: true })}
        className={`cursor-pointer border-b border-line-soft hover:bg-hover ${isOpen ? 'bg-hover' : 'group-last/row:border-0'}`}
      >
        <th scope="row" className="px-3 py-1.5 text-left align-top font-normal">
          <button
            type="button"
            data-row
            data-over
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': details })}
            className="flex min-h-6 w-full cursor-pointer items-start gap-1.5 text-left outline-offset-0 [overflow-wrap:anywhere]"
          >
            <ChevronIcon
              className={`mt-0.5 size-3.5 text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
            <span className="line-clamp-3 min-w-0 font-medium">{nameOf(row)}</span>
          </button>
          <span className="block pl-5 text-xs text-soft [overflow-wrap:anywhere]">
            {meaningOf(row)}
            {isNarrow && row.violatingComponents > 0 && (
              <span className="mt-1 block">
                <Violations {...row} />
              </span>
            )}
          </span>
        </th>
        {shown.slice(1).map((column) => (
          <td key={column} className={`px-3 py-1.5 align-top ${cellStyles[column] ?? ''}`}>
            {cells[column](row)}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={details} colSpan={shown.length} className="bg-page p-0">
            {/* As wide as the visible part of the table. */}
            <div className="w-[100cqw] px-4 py-4">
              <LicenseDetails {...props} row={row} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

const cells: Record<Column, (row: LicenseUse) => ReactNode> = {
  license: () => null,
  components: ({ components }) => <span title={messages.componentsHint}>{formatNumber(components)}</span>,
  projects: ({ projects }) => formatNumber(projects),
  violations: (row) => <Violations {...row} />,
  source: ({ sources }) =>
    sources.length === 0 ? (
      <span className="text-soft">–</span>
    ) : (
      sources.map(({ source, components }) => (
        <span key={source} className="block first-letter:uppercase">
          {messages.sources[source]}{' '}
          {sources.length > 1 && <span className="tabular text-soft">{formatNumber(components)}</span>}
        </span>
      ))
    ),
}

const cellStyles: Partial<Record<Column, string>> = {
  components: 'tabular text-right',
  projects: 'tabular text-right',
  violations: '[overflow-wrap:anywhere]',
}

function Violations({ violatingComponents, violatingProjects, policies }: LicenseUse) {
  if (violatingComponents === 0) return <span className="text-soft">{messages.allowed}</span>
  return (
    <>
      <Badge variant="bad">{messages.violations(violatingComponents, violatingProjects)}</Badge>{' '}
      <span className="text-xs text-soft">{messages.by(policies.join(', '))}</span>
    </>
  )
}
