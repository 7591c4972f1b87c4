import { describePath } from '@assay/engine/reports/describe-path.ts'
import type { Finding, Lifetime } from '@assay/contract/findings.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { report as messages } from '../../../messages/report.ts'
import { formatChance } from '../../../language/format.ts'
import { When } from '../../../ui/when.tsx'
import { FindingFixes } from './finding-fixes.tsx'
import { PathGraph } from './path-graph.tsx'
import type { FindingRow } from './findings-model.ts'
import { UsageText } from './usage-text.tsx'
import { VexStatements } from './vex-statements.tsx'

const texts = messages.security

interface Props {
  row: FindingRow
  mode: string | undefined
  /** Available actions. */
  actions?: ReactNode
}

/** Details of a finding: evidence, dependency paths, fixes, history. */
export function FindingDetails({ row, mode, actions }: Props) {
  const { finding } = row
  // A graph with a single node is not informative.
  const chains = finding.versions.flatMap((version) => version.paths)
  const hasGraph = chains.some(({ length }) => length > 1)
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 px-4 py-4 md:grid-cols-2 xl:grid-cols-3">
      <Fact title={texts.evidence}>
        <ul className="m-0 grid list-none gap-1 p-0">
          {finding.versions.map(({ version, evidence }) =>
            evidence.map(({ recordId, rule }) => (
              <li key={`${version} ${recordId} ${rule}`}>
                <span className="tabular font-medium">{version}</span>: {rule}{' '}
                <span className="text-soft">({recordId})</span>
              </li>
            )),
          )}
        </ul>
        {finding.versions.some(({ isUncertain }) => isUncertain) && (
          <p className="m-0 mt-1 text-soft">{texts.uncertain}</p>
        )}
      </Fact>
      {finding.usage && (
        <Fact title={texts.usage}>
          <UsageText usage={finding.usage} />
        </Fact>
      )}
      <Fact title={texts.paths}>
        <DependencyPaths chains={chains} />
      </Fact>
      <Fact title={texts.moveTo}>
        <FindingFixes finding={finding} />
      </Fact>
      {finding.lifetime && (
        <Fact title={texts.lifetime}>
          <LifetimeText lifetime={finding.lifetime} />
        </Fact>
      )}
      {finding.exclusion && <Fact title={texts.exclusion}>{texts.exclusionReason(finding.exclusion)}</Fact>}
      {finding.versions.some(({ vex }) => vex !== undefined) && (
        <Fact title={texts.vex}>
          <VexStatements versions={finding.versions} />
        </Fact>
      )}
      <Fact title={texts.files}>
        <Files versions={finding.versions} />
      </Fact>
      {finding.epss !== null && (
        <Fact title={texts.epss}>{texts.epssWithin(formatChance(finding.epss))}</Fact>
      )}
      {finding.cwes.length > 0 && <Fact title={texts.weaknesses}>{finding.cwes.join(', ')}</Fact>}
      {hasGraph && (
        <div className="col-span-full min-w-0">
          <PathGraph paths={chains} />
        </div>
      )}
      <div className="col-span-full flex flex-wrap items-center gap-4 print:hidden">
        <Link
          to={paths.vulnerabilities}
          search={{ id: finding.advisoryUuid, mode }}
          className="font-medium text-accent"
        >
          {texts.openAdvisory}
        </Link>
        {actions}
      </div>
    </div>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0 [overflow-wrap:anywhere]">
    <h3 className="m-0 mb-1 text-xs font-medium text-soft">{title}</h3>
    {children}
  </div>
)

/** Dependency paths from the project to the package, one per line. */
function DependencyPaths({ chains }: { chains: readonly (readonly string[])[] }) {
  if (chains.length === 0) return <p className="m-0 text-soft">{texts.noPaths}</p>
  return (
    <ol className="m-0 grid list-none gap-1 p-0">
      {chains.map((chain) => (
        <li key={chain.join(' ')}>
          <span className="text-soft">{texts.project} › </span>
          {describePath(chain).map((step, index) => (
            <span key={step} className={index === chain.length - 1 ? 'font-medium' : ''}>
              {index > 0 && <span className="text-soft"> › </span>}
              {step}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

function Files({ versions }: Pick<Finding, 'versions'>) {
  const files = [...new Set(versions.flatMap(({ locations }) => locations))]
  return (
    <ul className="m-0 list-none p-0">
      {files.map((file) => (
        <li key={file}>
          <code className="text-xs">{file}</code>
        </li>
      ))}
    </ul>
  )
}

/** Introduction, end, fix and duration. */
function LifetimeText({ lifetime }: { lifetime: Lifetime }) {
  const { endedAt, endedNumber, endKind, fixedBy, daysToFix } = lifetime
  return (
    <ul className="m-0 list-none p-0">
      <li>
        <When epochMs={lifetime.introducedAt} isExact /> {texts.introduced(lifetime.introducedNumber)},{' '}
        {texts.introducedBy[lifetime.introducedBy]}
      </li>
      <li>
        {endedAt === null || endKind === null || endedNumber === null ? (
          texts.stillOpen
        ) : (
          <>
            <When epochMs={endedAt} isExact /> {texts.endKinds[endKind]}{' '}
            {fixedBy !== null && fixedBy !== 'removed' && texts.fixedBy(fixedBy)} {texts.endedAt(endedNumber)}{' '}
            {daysToFix !== null && texts.daysToFix(daysToFix)}
          </>
        )}
      </li>
    </ul>
  )
}
