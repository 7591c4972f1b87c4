import type { MetricsProject } from '@assay/contract/metrics.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useRows } from '../../../widgets/lists/use-rows.ts'
import { texts } from '../../../messages/app.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Header } from '../../../ui/table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { usePrinting } from '../../../ui/use-printing.ts'
import {
  type Column,
  columnNames,
  columns,
  narrowColumnNames,
  rowKey,
  sortBy,
  type Sorting,
} from '../criteria/model.ts'
import { ProjectRow } from './project-row.tsx'
import { useReveal } from './use-reveal.ts'

interface Props {
  rows: MetricsProject[]
  /** Total number of rows, loaded or not. */
  count: number
  sorting: Sorting
  isUpdating: boolean
  /** Keys of the open row and of the row to scroll to. */
  open: string | null
  reveal: string | null
  onSort: (sorting: Sorting) => void
  onOpen: (row: MetricsProject | null) => void
  onMore: () => boolean
  onRevealed: () => void
  children: (row: MetricsProject) => ReactNode
}

export function ProjectsTable(props: Props) {
  const { count, sorting, isUpdating, onSort } = props
  // Chrome counts the pages before the media query changes: rows of many lines would become blank pages.
  const isPrinting = usePrinting()
  const isNarrow = useMedia('(width < 60rem)') || isPrinting
  const shown = isNarrow ? narrowColumnNames : columnNames
  const titles = isNarrow ? texts.dashboard.narrowColumns : texts.dashboard.columns
  return (
    <div className="@container">
      <table
        aria-label={texts.dashboard.projects}
        aria-busy={isUpdating}
        aria-rowcount={count + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isUpdating ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={(isNarrow ? narrowWidths : widths)[column]} />
          ))}
          <col className={isNarrow ? 'w-8 @lg:w-10' : 'w-12'} />
        </colgroup>
        <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header
                key={column}
                title={titles[column]}
                isNumber={columns[column].isNumber}
                sorted={sorting.sort === column ? sorting.direction : null}
                onSort={() => onSort(sortBy(column, sorting))}
              />
            ))}
            <th scope="col">
              <span className="sr-only">{texts.dashboard.report}</span>
            </th>
          </tr>
        </thead>
        <Body {...props} shown={shown} />
      </table>
    </div>
  )
}

const narrowWidths: Partial<Record<Column, string>> = {
  vulnerabilityCount: 'w-15 @lg:w-20',
  securityScore: 'w-15 @lg:w-28',
}

const widths: Record<Column, string> = {
  projectUrl: '',
  projectBranch: 'w-[14%]',
  vulnerabilityCount: 'w-32',
  totalScans: 'w-[6.75rem]',
  securityScore: 'w-[8.75rem] @5xl:w-44',
  lastScanned: 'w-[11.5rem]',
}

const rowPx = 37

/** Each row is a tbody, so that an open row is measured with its content. */
function Body(props: Props & { shown: readonly Column[] }) {
  const { rows, count, shown, open, reveal, onMore, onRevealed, children } = props
  const list = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(rowKey), [rows])
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const toggle = useCallback((row: MetricsProject) => {
    const { open, onOpen } = latest.current
    onOpen(rowKey(row) === open ? null : row)
  }, [])
  const { indexes, before, after, measure, scrollTo } = useRows({ list, keys, count, rowPx })
  const isShort = (indexes.at(-1) ?? -1) >= keys.length
  useEffect(() => {
    if (isShort) latest.current.onMore()
  })
  useReveal({
    keys,
    reveal,
    onMore,
    onRevealed,
    list: {
      get current() {
        return list.current?.parentElement ?? null
      },
    },
    scrollTo,
  })
  return (
    <>
      <tbody ref={list} aria-hidden>
        <Gap px={before} />
      </tbody>
      {indexes.map((index) => {
        const row = rows[index]
        const key = keys[index] ?? String(index)
        return (
          <tbody key={key} data-key={key} data-index={index} ref={measure}>
            {row ? (
              <ProjectRow row={row} place={index + 2} shown={shown} isOpen={key === open} onToggle={toggle}>
                {key === open ? children(row) : null}
              </ProjectRow>
            ) : (
              <LoadingRow columns={shown.length + 1} />
            )}
          </tbody>
        )
      })}
      <tbody aria-hidden>
        <Gap px={after} />
      </tbody>
    </>
  )
}

const Gap = ({ px }: { px: number }) => <tr style={{ height: px }} />

const LoadingRow = ({ columns }: { columns: number }) => (
  <tr className="border-b border-line-soft">
    {Array.from({ length: columns }, (_each, column) => (
      <td key={column} className="h-9 px-3">
        <Skeleton className="h-3 w-2/3" />
      </td>
    ))}
  </tr>
)
