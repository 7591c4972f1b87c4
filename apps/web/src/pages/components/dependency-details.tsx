import type { Dependency } from '@assay/contract/insights.ts'
import type { ReactNode } from 'react'
import { formatLibyears } from '../../language/libyears.ts'
import { components } from '../../messages/components.ts'
import { fixes } from '../../messages/fixes.ts'
import { lists } from '../../messages/lists.ts'
import { When } from '../../ui/when.tsx'
import { Uses } from './uses.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import type { ComponentsSearch } from './search.ts'

const messages = components.details
/** Nearest first. */
const steps = Object.keys(messages.steps) as (keyof typeof messages.steps)[]

interface Props extends Pick<AccountListProps<ComponentsSearch>, 'search' | 'account'> {
  row: Dependency
}

/** Where a version is used, below its details. */
export function DependencyDetails({ row, search, account }: Props) {
  const newer = steps.filter((step) => row[step] !== null)
  const { releasedAt, libyears } = row
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="m-0 flex flex-wrap gap-x-8 gap-y-3">
        {row.vulnerabilities.length > 0 && (
          <Fact title={messages.vulnerabilities}>
            {row.vulnerabilities
              .map(({ severity, count }) => `${count} ${fixes.counts[severity]}`)
              .join(', ')}
            <span className="block text-soft">{components.findings(row.openFindings)}</span>
          </Fact>
        )}
        {row.warnings.length > 0 && <Fact title={messages.warnings}>{row.warnings.join(' ')}</Fact>}
        {newer.length > 0 && (
          <Fact title={messages.newer}>
            {newer.map((step) => `${row[step]} (${messages.steps[step]})`).join(', ')}
          </Fact>
        )}
        <Fact title={messages.licenses}>{row.licenses.join(', ') || lists.noLicense}</Fact>
        {releasedAt !== null && (
          <Fact title={messages.released}>
            <When epochMs={releasedAt} isExact />
            {libyears !== null && (
              <span className="block text-soft">{messages.behind(formatLibyears(libyears))}</span>
            )}
          </Fact>
        )}
        <Fact title={messages.scopes}>{row.scopes.join(', ')}</Fact>
        {row.purl !== null && (
          <Fact title={messages.purl}>
            <code className="text-xs">{row.purl}</code>
            {row.webUrl !== null && (
              <a
                href={row.webUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="block font-medium text-accent"
              >
                {messages.registry}
              </a>
            )}
          </Fact>
        )}
      </dl>
      <Uses row={row} search={search} account={account} />
    </div>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0 max-w-md [overflow-wrap:anywhere]">
    <dt className="mb-1 text-xs font-medium text-soft">{title}</dt>
    <dd className="tabular m-0">{children}</dd>
  </div>
)
