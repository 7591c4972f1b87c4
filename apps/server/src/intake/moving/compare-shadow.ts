import type { ShadowReason, ShadowVersion } from '@assay/contract/moving.ts'
import type { Finding } from '@assay/contract/intake/dependency-track-objects.ts'
import type { Scope } from '#auth/scope.ts'
import { componentsOf } from '#intake/dependency-track/finding-calls.ts'
import { findingPagesOf } from '#intake/dependency-track/list-findings.ts'
import { findVersionNamed, type VersionRow } from '#intake/dependency-track/versions-store.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { findCluster } from '#reporting/vulnerabilities/find-cluster.ts'
import { withoutQualifiers } from '@assay/engine/purl.ts'
import { listTold, listToldVersions, type ToldFinding } from '#intake/dependency-track/shadow-store.ts'

const maxDifferences = 100

/** A page of versions. Callers see what is told of projects that they see, or of ones that are not here. */
export async function compareShadow(
  db: Database,
  scope: Scope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ versions: ShadowVersion[]; nextCursor: string | null }> {
  const [identity, last] = readCursor(cursor, 2) ?? []
  const after = identity === undefined || last === undefined ? null : ([identity, last] as const)
  const found = await listToldVersions(db, scope, { after, limit: limit + 1 })
  const listed = found.slice(0, limit)
  const isKnown = knowledgeOf(db, scope)
  const versions: ShadowVersion[] = []
  for (const { projectIdentity, projectName: name, version, toldAt } of listed) {
    const here = await findVersionNamed(db, scope, { name, version })
    // Members of teams must not learn of projects of others.
    if (!here && scope.teams !== 'all') continue
    const told = await listTold(db, scope, { projectIdentity, version })
    const compared = here?.lastScannedAt
      ? await compare(db, scope, { here, told, isKnown })
      : told.filter(counts).map((each) => differing(each, 'not-scanned-here'))
    const [both, differences] = Array.isArray(compared)
      ? [0, compared]
      : [compared.both, compared.differences]
    versions.push({
      name,
      version,
      projectUuid: here?.projectUuid ?? null,
      toldAt: toldAt.getTime(),
      both,
      onlyThere: differences.filter(({ foundBy }) => foundBy === 'dependency-track').length,
      onlyHere: differences.filter(({ foundBy }) => foundBy === 'assay').length,
      differences: differences.slice(0, maxDifferences),
    })
  }
  const end = found.length > limit ? listed.at(-1)! : null
  return { versions, nextCursor: end && writeCursor([end.projectIdentity, end.version]) }
}

type Difference = ShadowVersion['differences'][number]

interface Sides {
  here: VersionRow
  told: readonly ToldFinding[]
  isKnown: (id: string) => Promise<boolean>
}

async function compare(
  db: Database,
  scope: Scope,
  { here, told, isKnown }: Sides,
): Promise<{ both: number; differences: Difference[] }> {
  const ours = await findingsByKey(db, scope, here)
  const components = new Set(
    (await componentsOf(db, scope, here)).flatMap(({ purl }) =>
      purl === null ? [] : [withoutQualifiers(purl)],
    ),
  )
  const differences: Difference[] = []
  const matched = new Set<Finding>()
  let both = 0
  for (const each of told) {
    const found = ours.get(keyOf(each))
    if (found) matched.add(found)
    const isHere = found !== undefined && !found.analysis.isSuppressed
    if (counts(each)) {
      if (isHere) both++
      else differences.push(differing(each, await whyNotHere(each, found)))
    } else if (isHere)
      differences.push({
        ...differing(each, each.isRetracted ? 'retracted-there' : 'suppressed-there'),
        foundBy: 'assay',
      })
  }
  for (const finding of new Set(ours.values()))
    if (!matched.has(finding) && !finding.analysis.isSuppressed)
      differences.push({
        component: withoutQualifiers(finding.component.purl ?? finding.component.name),
        vulnerability: finding.vulnerability.vulnId,
        foundBy: 'assay',
        reason: 'not-told-there',
      })
  return { both, differences }

  async function whyNotHere(each: ToldFinding, found: Finding | undefined): Promise<ShadowReason> {
    if (found) return 'excluded-here'
    if (!components.has(each.component)) return 'component-missing'
    return (await isKnown(each.vulnerability)) ? 'not-affected' : 'advisory-unknown'
  }
}

const counts = ({ isSuppressed, isRetracted }: ToldFinding): boolean => !isSuppressed && !isRetracted

const differing = ({ component, vulnerability }: ToldFinding, reason: ShadowReason): Difference => ({
  component,
  vulnerability,
  foundBy: 'dependency-track',
  reason,
})

const keyOf = ({ component, vulnerability }: Pick<ToldFinding, 'component' | 'vulnerability'>): string =>
  `${component} ${vulnerability.toUpperCase()}`

/** By component and each id of the vulnerability. */
async function findingsByKey(db: Database, scope: Scope, here: VersionRow): Promise<Map<string, Finding>> {
  const byKey = new Map<string, Finding>()
  for await (const page of findingPagesOf(db, scope, here))
    for (const finding of page) {
      const { vulnId, aliases } = finding.vulnerability
      const component = withoutQualifiers(finding.component.purl ?? finding.component.name)
      for (const vulnerability of [vulnId, ...aliases.flatMap((alias) => Object.values(alias))])
        byKey.set(keyOf({ component, vulnerability }), finding)
    }
  return byKey
}

/** Each id is looked up once. */
function knowledgeOf(db: Database, scope: Scope): (id: string) => Promise<boolean> {
  const known = new Map<string, boolean>()
  return async (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const isKnown = await findCluster(db, scope, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.status === 404) return false
        throw error
      },
    )
    known.set(id, isKnown)
    return isKnown
  }
}
