import type { ComponentItem } from '@assay/contract/scans.ts'
import { useMemo } from 'react'
import { lists } from '../../../messages/lists.ts'
import { report as messages } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { When } from '../../../ui/when.tsx'
import { ComponentList } from './component-list.tsx'
import { requiredColumn } from './component-name.tsx'
import { countLicenses, noLicense } from './components-model.ts'
import type { ReportProps, TabProps } from '../report/props.ts'
import type { ReportSearch } from '../report/search.ts'

const { columns: titles, ...texts } = messages.licensing

const columns = [
  {
    title: titles.license,
    sort: 'license' as const,
    cell: (row: ComponentItem) => <LicenseNames {...row} />,
  },
  {
    title: titles.source,
    className: 'hidden md:table-cell text-soft',
    cell: (row: ComponentItem) => <Source {...row} />,
  },
  { title: titles.verdict, sort: 'verdict' as const, cell: (row: ComponentItem) => <Verdict {...row} /> },
  requiredColumn(titles.required),
]

const isListed = () => true

export const LicensingTab = (props: TabProps) => (
  <ComponentList
    {...props}
    columns={columns}
    isListed={isListed}
    Filters={Filters}
    texts={{ ...texts, name: titles.name }}
    firstSort="verdict"
  />
)

function Filters({ listed, search, onSearch }: ReportProps & { listed: ComponentItem[] }) {
  const counts = useMemo(() => countLicenses(listed), [listed])
  return (
    <>
      <CompactSelect
        label={texts.byLicense}
        value={search.license ?? ''}
        options={[
          { value: '', label: texts.shows.all },
          ...counts.map(({ license, count }) => ({
            value: license,
            label: `${license === noLicense ? lists.noLicense : license} (${count})`,
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
    </>
  )
}

const LicenseNames = ({ licenses }: ComponentItem) =>
  licenses.length === 0 ? (
    <span className="text-soft">–</span>
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

/** Declared licenses have the time of the scan, which the page already shows. */
function Source({ licenseSource, licenseRegistry, licensedAt }: ComponentItem) {
  if (licenseSource === null) return '–'
  const name = licenseRegistry ?? texts.sources[licenseSource]
  if (licenseSource === 'declared') return name
  return (
    <>
      {name} · <When epochMs={licensedAt} />
    </>
  )
}

function Verdict({ licenses, violations, ...rest }: ComponentItem) {
  const warnings = licenses.length === 0 ? [lists.noLicense] : rest.warnings
  if (violations.length + warnings.length === 0) return <span className="text-soft">{texts.fine}</span>
  return (
    <span className="flex flex-wrap gap-1 [&>*]:whitespace-normal">
      {violations.map((text) => (
        <Badge key={text} variant="bad">
          {text}
        </Badge>
      ))}
      {warnings.map((text) => (
        <Badge key={text} variant="warm">
          {text}
        </Badge>
      ))}
    </span>
  )
}
