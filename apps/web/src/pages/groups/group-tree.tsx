import type { GroupItem } from '@assay/contract/groups.ts'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { groups as messages } from '../../messages/groups.ts'
import { paths } from '../../paths.ts'
import { Header, Table } from '../../ui/table.tsx'
import { actOn, inTreeOrder } from '../../widgets/groups/tree-model.ts'
import { GroupRow } from './group-row.tsx'

const { columns } = messages

/** The tree as a grid of rows; the keys of https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/. */
export function GroupTree({ groups, label }: { groups: readonly GroupItem[]; label: string }) {
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState(0)
  const isOpen = (uuid: string) => !closed.has(uuid)
  const rows = inTreeOrder(groups, isOpen)
  const toggle = (uuid: string) => setClosed((known) => known.symmetricDifference(new Set([uuid])))
  const focus = (at: number) => {
    setFocused(at)
    body.current?.querySelectorAll<HTMLElement>(':scope > tr')[at]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in a link or button of the row are theirs.
    if ((event.target as HTMLElement).tagName !== 'TR') return
    const { uuid } = rows[focused]!.group
    if (event.key === 'Enter') void navigate({ to: paths.group, params: { groupUuid: uuid } })
    const act = actOn(event.key, { rows, at: focused, isOpen })
    if (act === null) return
    event.preventDefault()
    if ('focus' in act) focus(act.focus)
    else toggle(uuid)
  }
  const at = Math.min(focused, rows.length - 1)
  return (
    <Table label={label} role="treegrid">
      <thead>
        <tr>
          <Header title={columns.name} />
          <Header title={columns.projects} isNumber />
          <Header title={columns.score} isNumber />
          <Header title={columns.belowPolicy} isNumber className="hidden sm:table-cell" />
          <Header title={columns.knownExploited} isNumber className="hidden md:table-cell" />
          <Header title={columns.overdue} isNumber className="hidden md:table-cell" />
          <Header title={columns.open} isNumber className="hidden lg:table-cell" />
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <GroupRow
            key={row.group.uuid}
            row={row}
            isOpen={isOpen(row.group.uuid)}
            isCurrent={index === at}
            onFocus={() => setFocused(index)}
            onKeyDown={onKeyDown}
            onToggle={() => toggle(row.group.uuid)}
          />
        ))}
      </tbody>
    </Table>
  )
}
