import { displayId } from '@assay/engine/advisories/public-id.ts'
import { allLicenses } from '@assay/engine/licenses/spdx.ts'
import { nameUuid } from '@assay/engine/name-uuid.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import { findCluster } from '#reporting/vulnerabilities/find-cluster.ts'
import type { CallsOf } from './calls-of.ts'
import { componentUuid, sourceOf, splitName } from './list-findings.ts'
import { searchComponents } from './search-store.ts'
import { listVersions } from './versions-store.ts'

type Names = 'search' | 'searchProjects' | 'searchComponents' | 'searchVulnerabilities' | 'searchLicenses'
type Hit = Record<string, string>
type Search = (db: Database, scope: Scope, text: string) => Promise<Hit[]> | Hit[]

/** Per kind. */
const maxHits = 100

const kinds = { project: projects, component: components, vulnerability: vulnerabilities, license: licenses }
type Kind = keyof typeof kinds

export function searchCalls({ db }: Pick<AppContext, 'db'>): CallsOf<Names> {
  const searching =
    (...names: Kind[]): CallsOf<'search'>['search'] =>
    async ({ caller: { scope }, query }) => {
      const text = query.query.trim()
      const results: Record<string, Hit[]> = {}
      for (const name of names)
        results[name] = text === '' ? [] : await (kinds[name] as Search)(db, scope, text)
      return { results }
    }
  return {
    search: searching('project', 'component', 'vulnerability', 'license'),
    searchProjects: searching('project'),
    searchComponents: searching('component'),
    searchVulnerabilities: searching('vulnerability'),
    searchLicenses: searching('license'),
  }
}

async function projects(db: Database, scope: Scope, text: string): Promise<Hit[]> {
  const range = { limit: maxHits, offset: 0 }
  const rows = await listVersions(db, scope, { filter: { text, isActive: true }, range })
  return rows.map(({ uuid, name, version }) => ({ uuid, name, version }))
}

async function components(db: Database, scope: Scope, text: string): Promise<Hit[]> {
  const rows = await searchComponents(db, scope, { text, limit: maxHits })
  return rows.map(({ branchUuid, ecosystem, name, version, purl }) => ({
    uuid: componentUuid(branchUuid, ecosystem ?? '', name, version),
    ...splitName(name),
    version,
    ...(purl !== null && { purl }),
  }))
}

/** By its id: a CVE, a GHSA or another alias. */
async function vulnerabilities(db: Database, scope: Scope, text: string): Promise<Hit[]> {
  const uuid = await findCluster(db, scope, text).catch(nullIfMissing)
  if (uuid === null) return []
  const brief = (await readAccountBriefs(db, scope, new Set([uuid]))).get(uuid)
  const cve = /^cve-\d{4}-\d+$/i.test(text) ? text.toUpperCase() : null
  const vulnId = cve ?? brief?.ids[0] ?? displayId({ advisoryUuid: uuid, cve, publicId: null })
  return [{ uuid, source: sourceOf(vulnId), vulnId, description: brief?.summary ?? '' }]
}

function licenses(_db: Database, _scope: Scope, text: string): Hit[] {
  const wanted = text.toLowerCase()
  return Iterator.from(allLicenses())
    .filter(([id, name]) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .take(maxHits)
    .map(([licenseId, name]) => ({
      uuid: nameUuid(`urn:assay:dependency-track:license:${licenseId}`),
      licenseId,
      name,
    }))
    .toArray()
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null
  throw error
}
