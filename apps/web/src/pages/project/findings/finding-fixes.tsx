import type { Finding } from '@assay/contract/findings.ts'
import { report as messages } from '../../../messages/report.ts'
import { newerVersions } from '../components/components-model.ts'
import { FixVersion } from './fix-version.tsx'

const texts = messages.security
type AffectedVersion = Finding['versions'][number]

/** Fixes per affected version, and versions named in the advisory. */
export function FindingFixes({ finding: { versions, fixedVersions } }: { finding: Finding }) {
  const isUnconfirmed = versions.some(({ fixesThis }) => fixesThis?.isKnownRelease === false)
  return (
    <>
      {versions.map((each) => (
        <FixesOf key={each.version} {...each} />
      ))}
      {isUnconfirmed && <p className="m-0 mt-1 text-soft">{texts.unconfirmedHint}</p>}
      {fixedVersions.length > 0 && (
        <p className="tabular m-0 mt-1 text-soft">
          {texts.fixedIn} {fixedVersions.join(', ')}
        </p>
      )}
    </>
  )
}

function FixesOf({ version, fixesThis, recommended, safeVersions }: AffectedVersion) {
  const newest = newerVersions
    .filter((step) => safeVersions[step] !== null)
    .map((step) => `${safeVersions[step]} (${texts.newestSteps[step]})`)
    .join(', ')
  return (
    <dl className="m-0 mb-1 grid gap-x-3" style={{ gridTemplateColumns: 'minmax(7rem, 1fr) minmax(0, 2fr)' }}>
      <dt className="text-soft">{texts.installed}</dt>
      <dd className="tabular m-0">{version}</dd>
      <dt className="text-soft">{texts.columns.fix}</dt>
      <dd className="m-0">{fixesThis ? <FixVersion {...fixesThis} /> : texts.noFix}</dd>
      <dt className="text-soft">{texts.columns.recommended}</dt>
      <dd className="m-0">{recommended ? <FixVersion {...recommended} /> : texts.noRecommended}</dd>
      {newest !== '' && (
        <>
          <dt className="text-soft">{texts.newestSafe}</dt>
          <dd className="tabular m-0">{newest}</dd>
        </>
      )}
    </dl>
  )
}
