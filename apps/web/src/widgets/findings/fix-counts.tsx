import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { Severity } from '../../ui/severity.tsx'
import { formatNumber } from '../../language/format.ts'

type Counts = Pick<FixUpgrade, 'closes' | 'shared' | 'knownExploited' | 'likelyExploited' | 'maxEpss'>

/** Findings closed by an upgrade: known exploited first, then by severity, then those it closes only with another. */
export function FixCounts({ upgrade }: { upgrade: Counts }) {
  const { closes, shared, knownExploited, likelyExploited, maxEpss } = upgrade
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {knownExploited > 0 && (
        <strong className="font-semibold text-danger">{messages.exploited(knownExploited)}</strong>
      )}
      {likelyExploited > 0 && (
        <span className="font-medium" {...(maxEpss !== null && { title: messages.epss(maxEpss) })}>
          {messages.likely(likelyExploited)}
        </span>
      )}
      {closes.map(({ severity, count }) => (
        <Severity
          key={severity}
          severity={severity}
          word={`${formatNumber(count)} ${messages.counts[severity]}`}
        />
      ))}
      {shared > 0 && <span className="text-soft">{messages.shared(shared)}</span>}
    </span>
  )
}
