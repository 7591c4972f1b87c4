import { versionKey } from '@assay/engine/keys.ts'
import type { OwnAdvisoryPreview } from '@assay/contract/own-advisories.ts'
import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import { clusterEntries } from '@assay/engine/advisories/clusters.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { type OwnAffected, writeOsv } from '@assay/engine/advisories/own/own-advisory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { parsePurl } from '@assay/engine/purl.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { listUsed, type UsedComponent } from './preview-store.ts'

const maxItems = 100

/** Which components of the last scans an advisory about these packages would match. */
export async function previewAdvisory(
  db: Database,
  scope: Scope,
  affected: readonly OwnAffected[],
): Promise<OwnAdvisoryPreview> {
  const indexes = compile(affected)
  const used = await listUsed(db, scope, packagesOf(affected))
  const matched = used.filter((component) => isAffected(component, indexes))
  const distinct = (keyOf: (component: UsedComponent) => string) => new Set(matched.map(keyOf)).size
  return {
    components: distinct(({ ecosystem, packageName, version }) =>
      versionKey(ecosystem, packageName, version),
    ),
    branches: distinct(({ projectUuid, branch }) => `${projectUuid} ${branch}`),
    projects: distinct(({ projectUuid }) => projectUuid),
    items: matched.slice(0, maxItems).map(({ packageName, purl: _purl, ...item }) => ({
      ...item,
      package: packageName,
    })),
  }
}

/** As components are stored. */
export const packagesOf = (affected: readonly Pick<OwnAffected, 'ecosystem' | 'package'>[]) =>
  affected.map(({ ecosystem, package: name }) => ({
    ecosystem,
    name: ecosystemById(ecosystem).normalizeName(name),
  }))

function compile(affected: readonly OwnAffected[]): ReadonlyMap<EcosystemId, AdvisoryIndex> {
  const unsaved = { id: 'unsaved', summary: '', details: '', severity: null, cvss: null }
  const lists = { aliases: [], cwes: [], references: [], affected: [...affected] }
  const document = writeOsv({ ...unsaved, ...lists }, { published: 0, modified: 0, withdrawn: null })
  const { record } = readOsvRecord(document, 'unsaved')
  const entries = record ? clusterEntries('unsaved', [record]) : []
  return new Map(
    [...Map.groupBy(entries, (entry) => entry.affected.ecosystem)].map(([id, list]) => [
      id,
      openIndex(ecosystemById(id), compileIndex(ecosystemById(id), list)),
    ]),
  )
}

function isAffected(component: UsedComponent, indexes: ReadonlyMap<EcosystemId, AdvisoryIndex>): boolean {
  const { packageName, version, purl } = component
  const id = component.ecosystem as EcosystemId
  const qualifiers = parsePurl(purl ?? '')?.qualifiers ?? {}
  const release = ecosystemById(id).release?.fromQualifiers(qualifiers) ?? undefined
  return (indexes.get(id)?.match(packageName, version, release).length ?? 0) > 0
}
