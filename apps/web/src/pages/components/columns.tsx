import type { Dependency } from '@assay/contract/insights.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { formatNumber } from '../../language/format.ts'
import { formatLibyears } from '../../language/libyears.ts'
import { components as messages } from '../../messages/components.ts'
import { lists } from '../../messages/lists.ts'
import { severityNames } from '../../messages/severity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Severity } from '../../ui/severity.tsx'
import { When } from '../../ui/when.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { requirementOf, vulnerabilitiesOf } from './model.ts'

const nameOf = ({ ecosystem }: Dependency) => ecosystem && (ecosystemName(ecosystem) ?? ecosystem)
const soft = (text: string) => <span className="text-soft">{text}</span>
const nothing = soft('–')
const narrow = { width: 'w-21' }

export const columns = columnsOf<Dependency, keyof typeof messages.columns>(messages.columns, {
  name: { isSortable: true, cell: (row) => <Name {...row} /> },
  ecosystem: {
    width: 'w-26',
    style: 'truncate text-soft',
    below: (row) => (
      <span className="tabular [overflow-wrap:anywhere]">
        {[nameOf(row), row.fix && `→ ${row.fix}`].filter(Boolean).join(' · ')}
      </span>
    ),
    cell: (row) => nameOf(row) ?? nothing,
  },
  projects: {
    width: 'w-24',
    narrow,
    from: 'narrow',
    isNumber: true,
    isSortable: true,
    hint: ({ projects, branches }) => messages.counts(projects, branches),
    cell: ({ projects }) => formatNumber(projects),
  },
  required: {
    width: 'w-26',
    from: 'medium',
    style: 'text-soft',
    cell: (row) => messages[requirementOf(row)],
  },
  vulnerabilities: {
    width: 'w-36',
    narrow: { ...narrow, title: messages.narrow.vulnerabilities },
    from: 'narrow',
    isSortable: true,
    cell: (row, isNarrow) => <Worst row={row} isNarrow={isNarrow} />,
  },
  fix: {
    width: 'w-30',
    from: 'medium',
    style: 'tabular [overflow-wrap:anywhere]',
    cell: (row) => row.fix ?? (vulnerabilitiesOf(row) > 0 ? soft(messages.noFix) : nothing),
  },
  license: {
    width: 'w-44 min-[100rem]:w-64',
    style: 'truncate',
    hint: ({ licenses }) => licenses.join(', '),
    cell: ({ licenses }) => (licenses.length === 0 ? soft(lists.noLicense) : licenses.join(', ')),
  },
  age: {
    width: 'w-32',
    from: 'medium',
    isSortable: true,
    isFilled: ({ releasedAt }) => releasedAt !== null,
    style: 'text-soft',
    cell: ({ releasedAt }) => <When epochMs={releasedAt} />,
  },
  libyears: {
    width: 'w-24',
    isNumber: true,
    isSortable: true,
    isFilled: ({ libyears }) => libyears !== null,
    hint: () => messages.libyearsHint,
    cell: ({ libyears }) => (libyears === null ? nothing : formatLibyears(libyears)),
  },
})

const Name = ({ name, version, warnings }: Dependency) => (
  <>
    <span className="font-medium">{name}</span> <span className="tabular text-soft">{version}</span>
    {warnings.length > 0 && (
      <>
        {' '}
        <Badge variant="warm" title={warnings.join(' ')}>
          {messages.deprecated}
        </Badge>
      </>
    )}
  </>
)

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
