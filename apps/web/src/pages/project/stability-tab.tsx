import type { ComponentItem } from '@assay/contract/scans.ts'
import { useMemo } from 'react'
import { Asked } from '../../parts/asked.tsx'
import { LongBody } from '../../parts/long-body.tsx'
import { Nothing } from '../../parts/nothing.tsx'
import { report as words } from '../../texts/report.ts'
import { Header, Table } from '../../ui/table.tsx'
import { filterComponents, isComponentColumn, isUnstable, sortComponents } from './components-model.ts'
import { ComponentName, requiredWord } from './component-name.tsx'
import { FilterBar, ListSkeleton } from './filter-bar.tsx'
import { forbidden, type TabProps } from './props.ts'
import { useComponents } from './use-components.ts'

const texts = words.stability
const steps = ['latestPatch', 'latestMinor', 'latestMajor'] as const

export function StabilityTab(props: TabProps) {
  return (
    <Asked
      query={useComponents(props.overview)}
      skeleton={<ListSkeleton />}
      failed={words.failed}
      forbidden={forbidden}
    >
      {(components) => <Outdated {...props} components={components} />}
    </Asked>
  )
}

function Outdated({ components, search, onSearch }: TabProps & { components: ComponentItem[] }) {
  const sort = isComponentColumn(search.sort) ? search.sort : 'step'
  const { direction = 'asc' } = search
  const outdated = useMemo(() => components.filter(isUnstable), [components])
  const shown = sortComponents(filterComponents(outdated, search), { sort, direction })
  const header = (title: string, column: 'name' | 'step' | 'required', className = '') => (
    <Header
      title={title}
      className={className}
      sorted={column === sort ? direction : null}
      onSort={() =>
        onSearch({ sort: column, direction: column === sort && direction === 'asc' ? 'desc' : 'asc' })
      }
    />
  )
  if (outdated.length === 0) return <Nothing title={texts.none} hint={texts.noneHint} />
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-3">
      <FilterBar {...{ search, onSearch }} shown={shown.length} all={outdated.length}>
        {null}
      </FilterBar>
      {shown.length === 0 ? (
        <Nothing title={words.nothingMatches} />
      ) : (
        <div className="rounded-card border border-line bg-surface">
          <Table label={texts.heading} rowCount={shown.length + 1}>
            <thead>
              <tr className="border-b border-line">
                {header(texts.columns.name, 'name')}
                {header(texts.columns.latestPatch, 'step')}
                <Header title={texts.columns.latestMinor} />
                <Header title={texts.columns.latestMajor} />
                {header(texts.columns.required, 'required', 'hidden md:table-cell')}
              </tr>
            </thead>
            <LongBody
              rows={shown}
              columns={5}
              keyOf={({ name, version, purl }) => purl ?? `${name}@${version}`}
            >
              {(row, attributes) => (
                <tr
                  {...attributes}
                  className="border-b border-line-soft group-last/row:border-0 hover:bg-hover"
                >
                  <ComponentName {...row} notes={row.stability} />
                  {steps.map((step) => (
                    <td key={step} className="tabular px-3 py-1.5">
                      {row[step] ?? <span className="text-soft">{texts.unknown}</span>}
                    </td>
                  ))}
                  <td className="hidden px-3 py-1.5 text-soft md:table-cell">{requiredWord(row)}</td>
                </tr>
              )}
            </LongBody>
          </Table>
        </div>
      )}
    </section>
  )
}
