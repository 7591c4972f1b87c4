import type { ComponentItem } from '@assay/contract/scans.ts'
import { useMemo } from 'react'
import { Asked } from '../../parts/asked.tsx'
import { LongBody } from '../../parts/long-body.tsx'
import { Nothing } from '../../parts/nothing.tsx'
import { report as words } from '../../texts/report.ts'
import { Badge } from '../../ui/badge.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Header, Table } from '../../ui/table.tsx'
import {
  type ComponentColumn,
  countLicenses,
  filterComponents,
  isComponentColumn,
  noLicense,
  sortComponents,
} from './components-model.ts'
import { ComponentName, requiredWord } from './component-name.tsx'
import { FilterBar, ListSkeleton } from './filter-bar.tsx'
import { forbidden, type TabProps } from './props.ts'
import type { ReportSearch } from './search.ts'
import { useComponents } from './use-components.ts'

const texts = words.licensing

export function LicensingTab(props: TabProps) {
  return (
    <Asked
      query={useComponents(props.overview)}
      skeleton={<ListSkeleton />}
      failed={words.failed}
      forbidden={forbidden}
    >
      {(components) => <Licenses {...props} components={components} />}
    </Asked>
  )
}

interface Props extends TabProps {
  components: ComponentItem[]
}

function Licenses({ components, ...props }: Props) {
  const { search, onSearch } = props
  const counts = useMemo(() => countLicenses(components), [components])
  const sort = isComponentColumn(search.sort) ? search.sort : 'verdict'
  const shown = sortComponents(filterComponents(components, search), { sort, direction: search.direction })
  if (components.length === 0) return <Nothing title={texts.none} hint={texts.noneHint} />
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-3">
      <FilterBar {...{ search, onSearch }} shown={shown.length} all={components.length}>
        <CompactSelect
          label={texts.byLicense}
          value={search.license ?? ''}
          options={[
            { value: '', label: texts.shows.all },
            ...counts.map(({ license, count }) => ({
              value: license,
              label: `${licenseWord(license)} (${count})`,
            })),
          ]}
          onChange={(license) => onSearch({ license: license === '' ? undefined : license })}
        />
        <CompactSelect
          label={texts.only}
          value={search.show ?? 'all'}
          options={Object.entries(texts.shows).map(([value, label]) => ({ value, label }))}
          onChange={(show) => onSearch({ show: show === 'all' ? undefined : (show as ReportSearch['show']) })}
        />
      </FilterBar>
      {shown.length === 0 ? (
        <Nothing title={words.nothingMatches} />
      ) : (
        <LicensesTable {...props} components={shown} sort={sort} />
      )}
    </section>
  )
}

const licenseWord = (license: string) => (license === noLicense ? texts.noLicense : license)

function LicensesTable({ components, sort, search, onSearch }: Props & { sort: ComponentColumn }) {
  const { direction = 'asc' } = search
  const header = (column: keyof typeof texts.columns, className = '') => (
    <Header
      title={texts.columns[column]}
      className={className}
      sorted={column === sort ? direction : null}
      onSort={() =>
        onSearch({ sort: column, direction: column === sort && direction === 'asc' ? 'desc' : 'asc' })
      }
    />
  )
  return (
    <div className="rounded-card border border-line bg-surface">
      <Table label={texts.heading} rowCount={components.length + 1}>
        <thead>
          <tr className="border-b border-line">
            {header('name')}
            {header('license')}
            {header('verdict')}
            {header('required', 'hidden md:table-cell')}
          </tr>
        </thead>
        <LongBody
          rows={components}
          columns={4}
          keyOf={({ name, version, purl }) => purl ?? `${name}@${version}`}
        >
          {(row, attributes) => (
            <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
              <ComponentName {...row} />
              <td className="px-3 py-1.5">
                <LicenseNames {...row} />
              </td>
              <td className="px-3 py-1.5">
                <Verdict {...row} />
              </td>
              <td className="hidden px-3 py-1.5 text-soft md:table-cell">{requiredWord(row)}</td>
            </tr>
          )}
        </LongBody>
      </Table>
    </div>
  )
}

const LicenseNames = ({ licenses }: ComponentItem) =>
  licenses.length === 0 ? (
    <span className="text-soft">{texts.noLicense}</span>
  ) : (
    <span className="flex flex-wrap gap-x-2">
      {licenses.map(({ id, name, uri }) =>
        uri === '' ? (
          <span key={id}>{name}</span>
        ) : (
          <a
            key={id}
            href={uri}
            title={name}
            target="_blank"
            rel="noopener noreferrer"
            className="text-ink underline decoration-line underline-offset-2 hover:text-accent hover:decoration-current"
          >
            {id}
          </a>
        ),
      )}
    </span>
  )

function Verdict({ violations, warnings }: ComponentItem) {
  if (violations.length + warnings.length === 0) return <span className="text-soft">{texts.fine}</span>
  return (
    <span className="flex flex-wrap gap-1">
      {violations.map((text) => (
        <Badge key={text} look="bad">
          {text}
        </Badge>
      ))}
      {warnings.map((text) => (
        <Badge key={text} look="warm">
          {text}
        </Badge>
      ))}
    </span>
  )
}
