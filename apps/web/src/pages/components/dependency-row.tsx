import type { Dependency } from '@assay/contract/insights.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { severityNames } from '../../messages/severity.ts'
import { components as messages } from '../../messages/components.ts'
import { lists } from '../../messages/lists.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../language/format.ts'
import { formatLibyears } from '../../language/libyears.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Severity } from '../../ui/severity.tsx'
import { When } from '../../ui/when.tsx'
import type { RowAttributes } from '../../widgets/lists/long-body.tsx'
import { DependencyDetails } from './dependency-details.tsx'
import { requirementOf, vulnerabilitiesOf } from './model.ts'
import type { AccountProps, Column } from './search.ts'

interface Props extends Pick<AccountProps, 'search' | 'account'> {
  row: Dependency
  attributes: RowAttributes
  shown: readonly Column[]
  isNarrow: boolean
  isOpen: boolean
  onToggle: () => void
}

/** The whole row is clickable; the button in it makes that accessible by keyboard. */
export function DependencyRow({ row, attributes, shown, isNarrow, isOpen, onToggle, ...props }: Props) {
  const details = useId()
  const toggle = (event: MouseEvent<HTMLElement>) => {
    // A click that selects text does not open the row.
    const isButton = (event.target as Element).closest('button') !== null
    if (isButton || getSelection()?.isCollapsed !== false) onToggle()
  }
  return (
    <>
      <tr
        {...attributes}
        onClick={toggle}
        className={`cursor-pointer border-b border-line-soft hover:bg-hover ${isOpen ? 'bg-hover' : 'group-last/row:border-0'}`}
      >
        <th scope="row" className={`py-1.5 text-left align-top font-normal ${isNarrow ? 'pl-2' : 'px-3'}`}>
          <button
            type="button"
            data-row
            {...(isNarrow && { 'data-over': true })}
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': details })}
            className="flex w-full cursor-pointer items-start gap-1.5 text-left outline-offset-0 [overflow-wrap:anywhere]"
          >
            <ChevronIcon
              className={`mt-0.5 size-3.5 text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
            <span className="min-w-0">
              <span className="font-medium">{row.name}</span>{' '}
              <span className="tabular text-soft">{row.version}</span>
              {row.warnings.length > 0 && (
                <>
                  {' '}
                  <Badge variant="warm" title={row.warnings.join(' ')}>
                    {messages.deprecated}
                  </Badge>
                </>
              )}
            </span>
          </button>
          {isNarrow && (
            <span className="tabular block pl-5 text-xs text-soft [overflow-wrap:anywhere]">
              {[nameOf(row), row.fix && `→ ${row.fix}`].filter(Boolean).join(' · ')}
            </span>
          )}
        </th>
        {shown.slice(1).map((column) => (
          <td
            key={column}
            className={`px-3 py-1.5 align-top ${cellStyles[column] ?? ''}`}
            title={titles[column]?.(row)}
          >
            {cells[column](row, isNarrow)}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={details} colSpan={shown.length} className="bg-page p-0">
            {/* As wide as the visible part of the table. */}
            <div className="w-[100cqw] px-4 py-4">
              <DependencyDetails {...props} row={row} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

const nameOf = ({ ecosystem }: Dependency) => ecosystem && (ecosystemName(ecosystem) ?? ecosystem)
const soft = (text: string) => <span className="text-soft">{text}</span>
const nothing = soft('–')

const cells: Record<Column, (row: Dependency, isNarrow: boolean) => ReactNode> = {
  name: () => null,
  ecosystem: (row) => nameOf(row) ?? nothing,
  projects: ({ projects }) => formatNumber(projects),
  required: (row) => messages[requirementOf(row)],
  vulnerabilities: (row, isNarrow) => <Worst row={row} isNarrow={isNarrow} />,
  fix: (row) => row.fix ?? (vulnerabilitiesOf(row) > 0 ? soft(messages.noFix) : nothing),
  license: ({ licenses }) => (licenses.length === 0 ? soft(lists.noLicense) : licenses.join(', ')),
  age: ({ releasedAt }) => <When epochMs={releasedAt} />,
  libyears: ({ libyears }) => (libyears === null ? nothing : formatLibyears(libyears)),
}

const cellStyles: Partial<Record<Column, string>> = {
  ecosystem: 'truncate text-soft',
  projects: 'tabular text-right',
  required: 'text-soft',
  fix: 'tabular [overflow-wrap:anywhere]',
  license: 'truncate',
  age: 'text-soft',
  libyears: 'tabular text-right',
}

const titles: Partial<Record<Column, (row: Dependency) => string>> = {
  projects: ({ projects, branches }) => messages.counts(projects, branches),
  license: ({ licenses }) => licenses.join(', '),
  libyears: () => messages.libyearsHint,
}

/** The worst severity and the total number of vulnerabilities. */
function Worst({ row, isNarrow }: { row: Dependency; isNarrow: boolean }) {
  const [worst] = row.vulnerabilities
  const count = vulnerabilitiesOf(row)
  if (!worst) return nothing
  const { severity } = worst
  return (
    <span className="inline-flex items-center gap-2">
      <Severity severity={severity} word={isNarrow ? String(count) : severityNames[severity]} />
      {isNarrow ? (
        <span className="sr-only">{severityNames[severity]}</span>
      ) : (
        <span className="tabular text-xs text-soft" title={messages.vulnerabilityCount(count)}>
          {formatNumber(count)}
        </span>
      )}
    </span>
  )
}
