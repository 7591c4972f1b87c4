import type { Fix } from '@assay/contract/report.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { report as messages } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'

const texts = messages.security

/** A version to upgrade to, with the step and whether its existence is confirmed. */
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

interface ListProps {
  finding: Pick<Finding, 'versions'>
  kind: 'fixesThis' | 'recommended'
  none: string
}

/** The fix per installed version; the versions are named if there are several. */
export function FixList({ finding: { versions }, kind, none }: ListProps) {
  if (versions.every((each) => each[kind] === null)) return <span className="text-soft">{none}</span>
  return (
    <ul className="m-0 list-none p-0">
      {versions.map(({ version, [kind]: fix }) => (
        <li key={version}>
          {versions.length > 1 && <span className="tabular text-soft">{`${version} → `}</span>}
          {fix === null ? <span className="text-soft">{none}</span> : <FixVersion {...fix} />}
        </li>
      ))}
    </ul>
  )
}
