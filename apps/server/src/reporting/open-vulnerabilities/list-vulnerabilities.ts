import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { OpenVulnerability } from '@assay/contract/open-vulnerabilities.ts'
import { toWireSeverity } from '@assay/engine/vocabulary.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { countExcluded, listAliasesOf, type OpenRow, readOpen } from './open-store.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { type Candidate, chooseSource, listCandidates, type VulnerabilityFilter } from './store.ts'

interface Found {
  candidate: Candidate
  open: OpenRow
}

interface Page {
  filter: VulnerabilityFilter
  /** Sort key of the previous page's last row. */
  after: string | null
  limit: number
}

/** A page, and the sort key of its last row if there are more. */
export async function listVulnerabilities(
  db: Database,
  scope: Scope,
  { filter, after, limit }: Page,
): Promise<{ vulnerabilities: OpenVulnerability[]; last: string | null }> {
  const found: Found[] = []
  for await (const some of findOpen(db, scope, { filter, after, limit: limit + 1 })) {
    found.push(...some)
    if (found.length > limit) break
  }
  const shown = found.slice(0, limit)
  return {
    vulnerabilities: await describe(db, scope, { filter, found: shown }),
    last: found.length > limit ? shown.at(-1)!.candidate.sortKey : null,
  }
}

/** Large enough for throughput, small enough for the statement timeout with widespread vulnerabilities. */
const streamedAtOnce = 200

/** All of them, in batches. */
export async function* vulnerabilityBatches(
  db: Database,
  scope: Scope,
  { filter, after }: Omit<Page, 'limit'>,
): AsyncGenerator<OpenVulnerability[]> {
  for await (const found of findOpen(db, scope, { filter, after, limit: streamedAtOnce }))
    yield describe(db, scope, { filter, found })
}

/** If few candidates are open in scope, larger batches are read. */
const maxAtOnce = 500

async function* findOpen(
  db: Database,
  scope: Scope,
  { filter, after, limit }: Page,
): AsyncGenerator<Found[]> {
  const { selection, isFixable } = filter
  const source = await chooseSource(db, scope, selection)
  let position = after
  for (let size = limit; ; size = Math.min(size * 2, Math.max(limit, maxAtOnce))) {
    const candidates = await listCandidates(db, scope, { filter, source, after: position, limit: size })
    if (candidates.length > 0) {
      const open = await readOpen(db, scope, { selection, candidates })
      const found = open.map((row) => ({ candidate: candidates[row.position]!, open: row }))
      yield isFixable === undefined ? found : found.filter((each) => hasFix(each) === isFixable)
    }
    if (candidates.length < size) return
    position = candidates.at(-1)!.sortKey
  }
}

const hasFix = ({ open }: Found) => open.packages.some(({ fixedVersions }) => fixedVersions.length > 0)

async function describe(
  db: Database,
  scope: Scope,
  { filter, found }: { filter: VulnerabilityFilter; found: Found[] },
): Promise<OpenVulnerability[]> {
  if (found.length === 0) return []
  const uuids = found.map(({ candidate }) => candidate.uuid)
  const all = found.flatMap(({ candidate }) => candidate.uuids)
  const [aliases, texts, excluded] = await Promise.all([
    listAliasesOf(db, uuids),
    readAccountTexts(db, scope, uuids),
    countExcluded(db, scope, { selection: filter.selection, uuids: [...new Set([...all, ...uuids])] }),
  ])
  return found.map((each) => {
    const {
      uuid,
      uuids: own,
      cve,
      cves,
      publicId,
      severity,
      cvss,
      epss,
      isKnownExploited,
      publishedAt,
    } = each.candidate
    const { position: _, ...open } = each.open
    const projects = [...new Set([uuid, ...own])].flatMap((one) => [...(excluded.get(one) ?? [])])
    return {
      uuid,
      displayId: displayId({ cve, publicId, advisoryUuid: uuid }),
      cve,
      cves,
      aliases: aliases.get(uuid) ?? texts.get(uuid)?.aliases ?? [],
      summary: texts.get(uuid)?.summary ?? '',
      severity: toWireSeverity[severity],
      cvss,
      epss,
      isKnownExploited,
      publishedAt,
      ...open,
      packages: open.packages.map((entry) => ({ ...entry, nearestFixes: nearestFixes(entry) })),
      isFixAvailable: hasFix(each),
      excludedProjects: new Set(projects).size,
    }
  })
}
