import type { Finding } from '@assay/contract/findings.ts'
import { report as messages } from '../../../messages/report.ts'
import { When } from '../../../ui/when.tsx'

const texts = messages.security

type Vex = NonNullable<Finding['versions'][number]['vex']>

/** VEX statements per affected version, with author and time. */
export const VexStatements = ({ versions }: Pick<Finding, 'versions'>) => (
  <ul className="m-0 grid list-none gap-1 p-0">
    {versions.map(
      ({ version, vex }) =>
        vex && (
          <li key={version}>
            <span className="tabular font-medium">{version}</span>: <Statement vex={vex} />
          </li>
        ),
    )}
  </ul>
)

function Statement({ vex: { status, justification, detail, source, isInformational } }: { vex: Vex }) {
  const reason = [justification?.replaceAll('_', ' '), detail].filter((each) => each).join(': ')
  return (
    <>
      {texts.vexStatuses[status]}
      {reason !== '' && ` (${reason})`}{' '}
      <span className="text-soft">
        {source ? (
          <>
            {texts.vexBy(source.author || texts.vexUnknownAuthor)}, <When epochMs={source.at} isExact />
          </>
        ) : (
          texts.vexOfDocument
        )}
      </span>
      {isInformational && <div className="text-soft">{texts.vexInformational}</div>}
    </>
  )
}
