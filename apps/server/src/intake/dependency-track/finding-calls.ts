import type { Finding } from '@assay/contract/intake/dependency-track-objects.ts'
import { writeCyclonedxVex } from '@assay/engine/vex/write-cyclonedx-vex.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import {
  componentKeysAt,
  componentPages,
  type StoredComponent,
} from '#reporting/reports/components/component-pages-store.ts'
import { exportInventory } from '#reporting/reports/components/export-inventory.ts'
import { vexOf } from '#reporting/reports/findings/publish-vex.ts'
import { findLastScan, type ScanRow } from '#reporting/reports/stored/store.ts'
import type { CallsOf } from './calls-of.ts'
import { findingPagesOf } from './list-findings.ts'
import { pageOf } from './page-of.ts'
import { projectMissing } from './problem.ts'
import { apiVersion } from './version.ts'
import { findVersion, type VersionRow } from './versions-store.ts'
import { violationsOf, wireComponent } from './wire-component.ts'
import { referenceOf } from './wire-project.ts'

type Names = 'findings' | 'exportFindings' | 'violations' | 'components' | 'exportBom' | 'exportVex'

export function findingCalls(context: Pick<AppContext, 'db' | 'config'>): CallsOf<Names> {
  const { db, config } = context
  const versionOf = async (scope: Scope, uuid: string) => {
    const version = await findVersion(db, scope, uuid)
    if (!version) throw projectMissing()
    return version
  }
  return {
    async findings({ caller: { scope }, params, query: { suppressed, source, ...page }, reply }) {
      const version = await versionOf(scope, params.branchUuid)
      const all = await collect(findingPagesOf(db, scope, version))
      const wanted = all.filter(
        ({ analysis, vulnerability }) =>
          (suppressed || !analysis.isSuppressed) && (source === undefined || vulnerability.source === source),
      )
      return pageOf(reply, wanted, page)
    },
    async exportFindings({ caller: { scope }, params }) {
      const version = await versionOf(scope, params.branchUuid)
      const findings: Finding[] = await collect(findingPagesOf(db, scope, version))
      return {
        version: '1.2',
        meta: {
          application: 'Dependency-Track',
          version: apiVersion,
          timestamp: new Date().toISOString(),
          baseUrl: publicAddress(config),
        },
        project: referenceOf(version),
        findings: findings.filter(({ analysis }) => !analysis.isSuppressed),
      }
    },
    async violations({ caller: { scope }, params, query, reply }) {
      const version = await versionOf(scope, params.branchUuid)
      const components = await componentsOf(db, scope, version)
      return pageOf(
        reply,
        components.flatMap((each) =>
          violationsOf(each, { ...version, at: version.lastScannedAt ?? version.createdAt }),
        ),
        query,
      )
    },
    async components({ caller: { scope }, params, query, reply }) {
      const version = await versionOf(scope, params.branchUuid)
      const components = await componentsOf(db, scope, version)
      return pageOf(
        reply,
        components.map((each) => wireComponent(each, version)),
        query,
      )
    },
    async exportBom({ caller: { scope }, params, query: { variant, download }, reply }) {
      const version = await versionOf(scope, params.branchUuid)
      const of = await inventoryOf(db, scope, version)
      if (download) reply.header('content-disposition', 'attachment; filename="bom.json"')
      if (variant === 'inventory') return exportInventory(db, scope, of)
      const document = await writeVex(db, scope, of)
      return variant === 'vdr'
        ? document
        : exportInventory(db, scope, { ...of, vulnerabilities: document.vulnerabilities })
    },
    async exportVex({ caller: { scope }, params, query, reply }) {
      const of = await inventoryOf(db, scope, await versionOf(scope, params.branchUuid))
      if (query.download) reply.header('content-disposition', 'attachment; filename="vex.json"')
      return writeVex(db, scope, of)
    },
  }
}

async function collect<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const all: Item[] = []
  for await (const page of pages) all.push(...page)
  return all
}

const writeVex = async (db: Database, scope: Scope, of: Inventory) =>
  writeCyclonedxVex(await vexOf(db, scope, of))

interface Inventory {
  project: { uuid: string; url: string; name: string }
  branch: string
  scan: ScanRow
}

async function inventoryOf(db: Database, scope: Scope, version: VersionRow): Promise<Inventory> {
  const { projectUuid, url, name, version: branch } = version
  const scan = await findLastScan(db, scope, version.uuid)
  if (!scan) throw new Problem(404, 'notFound', 'The project has no BOM yet.')
  return { project: { uuid: projectUuid, url, name }, branch, scan }
}

/** Of the last scan; none without one. */
export async function componentsOf(
  db: Database,
  scope: Scope,
  { uuid: branchUuid }: VersionRow,
): Promise<StoredComponent[]> {
  const scan = await findLastScan(db, scope, branchUuid)
  if (!scan) return []
  const keys = await componentKeysAt(db, scope, { branchUuid, number: scan.number })
  return collect(componentPages(db, scope, { branchUuid, keys }))
}
