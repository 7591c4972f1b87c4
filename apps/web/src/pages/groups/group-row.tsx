import type { GroupItem, GroupNumbers } from '@assay/contract/groups.ts'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatNumber } from '../../language/format.ts'
import { groups as messages } from '../../messages/groups.ts'
import { paths } from '../../paths.ts'
import { numberCell, rowStyle } from '../../ui/table.tsx'
import { MeasuredScore } from '../../widgets/findings/checked.tsx'
import type { TreeRow } from '../../widgets/groups/tree-model.ts'

interface Props {
  row: TreeRow<GroupItem>
  isOpen: boolean
  /** Whether Tab leads to it. */
  isCurrent: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
}

export function GroupRow({ row, isOpen, isCurrent, onFocus, onKeyDown, onToggle }: Props) {
  const { group, level, position, siblings, hasChildren } = row
  const { uuid, numbers } = group
  return (
    <tr
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className={rowStyle}
    >
      <td className="px-3 py-2">
        <span className="flex items-center gap-1" style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
          {hasChildren ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={(isOpen ? messages.collapse : messages.expand)(group.name)}
              onClick={onToggle}
              className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
            >
              <span aria-hidden className={`transition-transform ${isOpen ? 'rotate-90' : ''}`}>
                ›
              </span>
            </button>
          ) : (
            <span className="size-6 shrink-0" />
          )}
          <span className="min-w-0">
            <Link
              data-target
              to={paths.group}
              params={{ groupUuid: uuid }}
              className="font-medium [overflow-wrap:anywhere]"
            >
              {group.name}
            </Link>
            <span className="ml-2 text-xs whitespace-nowrap text-soft">{messages.kinds[group.kind]}</span>
          </span>
        </span>
      </td>
      <NumberCells uuid={uuid} numbers={numbers} />
    </tr>
  )
}

function NumberCells({ uuid, numbers }: { uuid: string; numbers: GroupNumbers }) {
  const search = { groupUuid: uuid }
  return (
    <>
      <Cell>
        <Count of={numbers.projects}>
          <Link to={paths.projects} search={{ pid: '', ...search }}>
            {formatNumber(numbers.projects)}
          </Link>
        </Count>
      </Cell>
      <Cell>
        <GroupScore {...numbers} />
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Count of={numbers.belowPolicy} isBad />
      </Cell>
      <Cell className="hidden md:table-cell">
        <Count of={numbers.knownExploited} isBad>
          <Link to={paths.vulnerabilities} search={{ id: '', exploited: 'only', ...search }}>
            {formatNumber(numbers.knownExploited)}
          </Link>
        </Count>
      </Cell>
      <Cell className="hidden md:table-cell">
        <Count of={numbers.overdue} isBad>
          <Link to={paths.overdue} search={search}>
            {formatNumber(numbers.overdue)}
          </Link>
        </Count>
      </Cell>
      <Cell className="hidden lg:table-cell">
        <Count of={openOf(numbers)}>
          <Link to={paths.vulnerabilities} search={{ id: '', ...search }}>
            {formatNumber(openOf(numbers))}
          </Link>
        </Count>
      </Cell>
    </>
  )
}

export const openOf = ({ openFindings }: GroupNumbers): number =>
  Object.values(openFindings).reduce((sum, count) => sum + count, 0)

export const GroupScore = ({ securityScore, measuredRows }: GroupNumbers) =>
  securityScore === null ? (
    <span className="text-soft" title={messages.unmeasured}>
      –
    </span>
  ) : (
    <span title={messages.projectCount(measuredRows)}>
      <MeasuredScore
        score={securityScore}
        domain="security"
        measured={{ security: true, stability: true, licensing: true }}
      />
    </span>
  )

const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td className={`${numberCell} ${className}`}>{children}</td>
)

/** Zeros are faint, so that what needs work stands out. */
function Count({ of, isBad = false, children }: { of: number; isBad?: boolean; children?: ReactNode }) {
  if (of === 0) return <span className="text-soft">0</span>
  return <span className={isBad ? 'font-medium text-danger' : ''}>{children ?? formatNumber(of)}</span>
}
