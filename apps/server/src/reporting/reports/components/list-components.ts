import type { ComponentItem } from '@assay/contract/scans.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { componentKeysAt, componentPages, type StoredComponent } from './component-pages-store.ts'
import { licenseAssessmentOf, languageOf } from './other-assessments.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

/** Every component of a scan with its security, stability and licensing assessment. */
export async function listComponents(db: Database, scope: Scope, scan: ScanRow) {
  const branchUuid = scan.branch_uuid
  const keys = await componentKeysAt(db, scope, { branchUuid, number: scan.number })
  return streamItems(componentPages(db, scope, { branchUuid, keys }), (each) =>
    componentItem(each, scan.scanned_at),
  )
}

const componentItem = (each: StoredComponent, scannedAt: Date): ComponentItem => ({
  name: each.name,
  version: each.version,
  language: languageOf(each.ecosystem),
  purl: each.purl,
  source: each.source_name === null ? null : { name: each.source_name, version: each.source_version ?? '' },
  webUrl: webUrlOf(each),
  scope: each.scope,
  isDirect: each.is_direct,
  latestPatch: each.latest_patch,
  latestMinor: each.latest_minor,
  latestMajor: each.latest_major,
  hasKnownReleases: each.has_known_releases,
  libyears: each.libyears,
  stability: each.stability,
  ...licenseAssessmentOf(each, scannedAt),
  found: foundOf(each),
})

const maxFiles = 20

function foundOf({ found }: StoredComponent): ComponentItem['found'] {
  const { sureness = null, layer = null, evidence } = found ?? {}
  const files = (evidence?.occurrences ?? []).map(({ location, line }) =>
    line === undefined ? location : `${location}:${line}`,
  )
  const isKnown = sureness !== null || layer !== null || files.length > 0
  return isKnown ? { sureness, layer, files: [...new Set(files)].slice(0, maxFiles) } : null
}

const webUrlOf = ({ ecosystem, name, version }: StoredComponent) =>
  ecosystem === null ? null : ecosystemById(ecosystem as EcosystemId).webUrl(name, version)
