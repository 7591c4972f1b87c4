import { describeRule } from '@assay/engine/advisories/describe-evidence.ts'
import type { Finding } from '@assay/contract/scans.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AffectedVersion as Affected, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { LoadedIndexes } from '../advisories/advisories.ts'
import { readBriefs } from '../advisories/read-briefs.ts'
import { listSignals } from '../advisories/signal-store.ts'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import { describeExclusions } from '../exclusions/store.ts'
import { safeVersionsOf } from './full-report.ts'
import { lifetimeOf } from './lifetime.ts'
import { wireSeverity } from './make-advice.ts'
import { spelledPaths } from './paths-from-root.ts'
import { scanUuids } from './scans-store.ts'
import { type FindingAt, listFindingsAt, listGraphAt, type ScanRow } from './store.ts'
import { whyExcluded } from './why-excluded.ts'

/** More ways than anyone follows. */
const mostPaths = 5

/** Findings of a scan: those that count, then those that are excluded. */
export async function listFindings(
  { db, advisories }: Pick<Parts, 'db' | 'advisories'>,
  scope: Scope,
  scan: ScanRow,
): Promise<Finding[]> {
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const [graph, findings] = await Promise.all([listGraphAt(db, scope, at), listFindingsAt(db, scope, at)])
  const excluded = scan.excluded as FoundFinding[]
  const exclusionUuids = excluded.map(({ exclusionUuid }) => exclusionUuid).filter((uuid) => uuid !== null)
  const found = [...findings.map(fromRow), ...excluded.map(fromExcluded)]
  const numbers = findings.flatMap((each) => [each.introduced_number, each.ended_number ?? []].flat())
  const [signals, exclusions, briefs, uuids, indexes] = await Promise.all([
    listSignals(
      db,
      found.map(({ cve }) => cve).filter((cve) => cve !== null),
    ),
    describeExclusions(db, scope, exclusionUuids),
    readBriefs(db, new Set(found.map(({ advisoryUuid }) => advisoryUuid))),
    scanUuids(db, scope, { branchUuid: scan.branch_uuid, numbers }),
    advisories.load(new Set(found.map(({ ecosystem }) => ecosystem))),
  ])
  const versionOf = describeVersions({ pathsTo: spelledPaths(graph), indexes })
  return found.map(({ ecosystem, name, affected, row, excluded: from, ...facts }): Finding => {
    const brief = briefs.get(facts.advisoryUuid)
    const signal = signals.get(facts.cve ?? '')
    return {
      ...{ ...facts, ecosystem, package: name },
      ...{ recordIds: brief?.ids ?? [], summary: brief?.summary ?? '', cwes: brief?.cwes ?? [] },
      isKnownExploited: signal?.isKnownExploited || (brief?.isKnownExploited ?? false),
      epss: signal?.epss ?? null,
      versions: affected.map((each) => versionOf({ ecosystem, name, ...each })),
      exclusion: from && whyExcluded(from, exclusions, scan),
      lifetime: row && lifetimeOf(row, (number) => uuids.get(number)!),
    }
  })
}

/** What a finding that counts and one that is excluded have in common. */
interface Found extends Pick<
  Finding,
  'advisoryUuid' | 'cve' | 'severity' | 'cvss' | 'category' | 'fixedVersions'
> {
  ecosystem: EcosystemId
  name: string
  affected: Affected[]
  row: FindingAt | null
  /** null when it counts. */
  excluded: FoundFinding | null
}

const fromRow = (row: FindingAt): Found => ({
  ...{ advisoryUuid: row.advisoryUuid, cve: row.cve, ...severityOf(row), fixedVersions: row.fixed_versions },
  category: row.category as Found['category'],
  ...{ ecosystem: row.ecosystem as EcosystemId, name: row.display_name, affected: row.spans },
  ...{ row, excluded: null },
})

const fromExcluded = (found: FoundFinding): Found => ({
  ...{ advisoryUuid: found.advisoryUuid, cve: found.cve, ...severityOf(found) },
  ...{ fixedVersions: found.fixedVersions, category: found.category },
  ...{ ecosystem: found.ecosystem, name: found.displayName, affected: found.versions },
  ...{ row: null, excluded: found },
})

/** As the wire has them; the column keeps the score in single precision. */
export const severityOf = ({ severity, cvss }: { severity: string; cvss: number | null }) => ({
  severity: wireSeverity[severity as keyof typeof wireSeverity],
  cvss: cvss === null ? null : Math.round(cvss * 10) / 10,
})

interface Sources {
  pathsTo: ReturnType<typeof spelledPaths>
  indexes: LoadedIndexes
}

/** Many advisories speak of one version: its paths and safe versions are found once. */
function describeVersions({ pathsTo, indexes }: Sources) {
  const known = new Map<string, Pick<Finding['versions'][number], 'paths' | 'safeVersions'>>()
  return (of: Affected & { ecosystem: EcosystemId; name: string }): Finding['versions'][number] => {
    const { ecosystem, name, version, isDirect, locations, evidence, vex } = of
    const key = `${name}@${version}`
    const described = known.get(`${ecosystem}:${key}`) ?? {
      paths: pathsTo(key, mostPaths),
      safeVersions: safeVersionsOf(indexes, of),
    }
    known.set(`${ecosystem}:${key}`, described)
    return {
      ...{ version, isDirect, locations, ...described, ...(vex && { vex }) },
      evidence: evidence.map((each) => ({ ...each, rule: describeRule(each.rule) })),
    }
  }
}
