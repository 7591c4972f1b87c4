import type { Fix } from '@assay/contract/reports.ts'
import { report as messages } from '../../messages/report.ts'
import { Badge } from '../../ui/badge.tsx'

const texts = messages.security

/** A version to upgrade to, with how far it is, and whether anyone but the advisory says that it exists. */
export const FixVersion = ({ version, step, isKnownRelease }: Fix) => (
  <span className="tabular">
    {version} <span className="text-soft">{texts.steps[step]}</span>
    {!isKnownRelease && (
      <>
        {' '}
        <Badge title={texts.unconfirmedHint}>{texts.unconfirmed}</Badge>
      </>
    )}
  </span>
)

/** One a line: a finding may have several affected versions. */
export const FixList = ({ fixes, none }: { fixes: readonly Fix[]; none: string }) =>
  fixes.length === 0 ? (
    <span className="text-soft">{none}</span>
  ) : (
    <ul className="m-0 list-none p-0">
      {fixes.map((fix) => (
        <li key={fix.version}>
          <FixVersion {...fix} />
        </li>
      ))}
    </ul>
  )
