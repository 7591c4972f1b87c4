import type { Overview } from '@assay/contract/scans.ts'
import type { ReactNode } from 'react'
import { report as messages } from '../../../messages/report.ts'
import { formatLibyears } from '../../../language/libyears.ts'

const texts = messages.stability

interface Props extends Pick<Overview, 'scan'> {
  /** What to do about unknown releases. */
  action?: ReactNode
}

/** How outdated the scan's components are, and how many are unknown. */
export function StabilityFacts({ scan: { libyears, unknownReleases, componentCount }, action }: Props) {
  return (
    <div className="grid gap-1 rounded-card border border-line bg-surface px-3 py-2">
      <p className="m-0">
        <span className="tabular font-semibold">
          {libyears === null ? texts.libyearsUnknown : texts.libyearsBehind(formatLibyears(libyears))}
        </span>{' '}
        <span className="text-soft">{texts.libyearsHint}</span>
      </p>
      {unknownReleases === null && <p className="m-0 text-soft">{texts.notCounted}</p>}
      {unknownReleases !== null && unknownReleases > 0 && (
        <p role="note" className="m-0 flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{texts.unknownReleases(unknownReleases, componentCount)}</span>
          <span className="text-soft">{texts.unknownReleasesHint}</span>
          {action}
        </p>
      )}
    </div>
  )
}
