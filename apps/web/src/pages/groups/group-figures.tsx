import type { GroupItem } from '@assay/contract/groups.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '../../language/format.ts'
import { groups as messages } from '../../messages/groups.ts'
import { paths } from '../../paths.ts'
import { GroupScore, openOf } from './group-row.tsx'

const { columns } = messages

/** Each number leads to the list that it counts. */
export function GroupFigures({ group: { uuid, numbers } }: { group: GroupItem }) {
  const search = { groupUuid: uuid }
  const { projects, belowPolicy, knownExploited, overdue } = numbers
  return (
    <dl className="m-0 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Figure name={columns.projects}>
        <Link to={paths.projects} search={{ pid: '', ...search }} className="underline">
          {formatNumber(projects)}
        </Link>
      </Figure>
      <Figure name={columns.score}>
        <GroupScore {...numbers} />
      </Figure>
      <Figure name={columns.belowPolicy}>{formatNumber(belowPolicy)}</Figure>
      <Figure name={columns.knownExploited}>
        <Link
          to={paths.vulnerabilities}
          search={{ id: '', exploited: 'only', ...search }}
          className="underline"
        >
          {formatNumber(knownExploited)}
        </Link>
      </Figure>
      <Figure name={columns.overdue}>
        <Link to={paths.overdue} search={search} className="underline">
          {formatNumber(overdue)}
        </Link>
      </Figure>
      <Figure name={columns.open}>
        <Link to={paths.vulnerabilities} search={{ id: '', ...search }} className="underline">
          {formatNumber(openOf(numbers))}
        </Link>
      </Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="rounded-card border border-line bg-surface p-3">
    <dt className="text-xs text-soft">{name}</dt>
    <dd className="tabular m-0 mt-1 text-lg font-semibold">{children}</dd>
  </div>
)
