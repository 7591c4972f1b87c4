import type { Decision } from '@assay/contract/decisions.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { triage } from '../../messages/triage.ts'
import { paths } from '../../paths.ts'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { Ends } from '../../widgets/triage/decision-facts.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import { SelectBox } from '../../widgets/triage/select-box.tsx'
import type { Selection } from '../../widgets/triage/use-selection.ts'

const messages = triage.decisions
type Column = keyof typeof messages.columns
const widths: Record<Column, string> = {
  subject: 'w-[30%]',
  state: 'w-44',
  reason: '',
  by: 'w-56',
  end: 'w-48',
}
const all = Object.keys(messages.columns) as Column[]

interface Props {
  rows: Decision[]
  selection: Selection
  isBusy: boolean
}

export function DecisionsTable({ rows, selection, isBusy }: Props) {
  const isNarrow = useMedia('(width < 64rem)')
  const shown = isNarrow ? all.slice(0, 1) : all
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={isNarrow ? '' : widths[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={({ uuid }) => uuid}>
          {(row, attributes) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- x on a focused link of the row
            <tr
              {...attributes}
              onKeyDown={selection.onKeyDown(row.uuid)}
              className="border-b border-line-soft group-last/row:border-0 hover:bg-hover"
            >
              <th scope="row" className="px-3 py-2 text-left align-top font-normal [overflow-wrap:anywhere]">
                <span className="flex items-start gap-2">
                  {row.status !== 'ended' && (
                    <SelectBox
                      label={messages.select(`${subjectOf(row)} ${row.projectName ?? messages.allProjects}`)}
                      selection={selection}
                      rowKey={row.uuid}
                    />
                  )}
                  <span className="grid min-w-0 gap-1">
                    {cells.subject(row)}
                    {isNarrow && all.slice(1).map((column) => <span key={column}>{cells[column](row)}</span>)}
                  </span>
                </span>
              </th>
              {shown.slice(1).map((column) => (
                <td key={column} className="px-3 py-2 align-top [overflow-wrap:anywhere]">
                  {cells[column](row)}
                </td>
              ))}
            </tr>
          )}
        </LongBody>
      </table>
    </div>
  )
}

const subjectOf = ({ displayId, package: name }: Decision): string =>
  [displayId, name].filter((part) => part !== null).join(' · ')

const cells: Record<Column, (row: Decision) => ReactNode> = {
  subject: (row) => (
    <>
      {row.displayId === null ? (
        <span className="font-medium">{row.package}</span>
      ) : (
        <Link
          data-row
          to={paths.vulnerabilities}
          search={{ id: row.advisoryUuid ?? row.displayId }}
          preload={false}
          className="tabular inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
        >
          {subjectOf(row)}
        </Link>
      )}
      <span className="block text-xs text-soft">
        {messages.scopes[row.scope]} · {row.projectName ?? messages.allProjects}
      </span>
    </>
  ),
  state: ({ state, justification }) => (
    <>
      <span className="font-medium">{triage.states[state]}</span>
      {justification && (
        <span className="block text-xs text-soft">{triage.justifications[justification]}</span>
      )}
    </>
  ),
  reason: ({ reason }) => reason || <span className="text-soft">–</span>,
  by: ({ requestedBy, approvedBy, approval, status, createdAt, isApprovable }) => (
    <>
      {requestedBy ? nameOf(requestedBy) : triage.history.product} <When epochMs={createdAt} />
      {approvedBy && approval === 'approved' && (
        <span className="block text-xs text-soft">{triage.approvedBy(nameOf(approvedBy))}</span>
      )}
      {status === 'waiting' && !isApprovable && (
        <span className="block text-xs text-soft">{messages.own}</span>
      )}
    </>
  ),
  end: (row) =>
    row.endedAt === null ? (
      <Ends decision={row} />
    ) : (
      <>
        <When epochMs={row.endedAt} isExact />
        {row.endReason && (
          <span className="block text-xs text-soft">{messages.endReasons[row.endReason]}</span>
        )}
      </>
    ),
}
