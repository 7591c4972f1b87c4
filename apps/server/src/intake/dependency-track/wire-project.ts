import type { Project } from '@assay/contract/intake/dependency-track-objects.ts'
import { metricsOfVersion } from './metrics-of.ts'
import type { VersionRow } from './versions-store.ts'

/** A version without a name is that of the branch main, and the other way around. */
export const mainVersion = 'main'

export const wireProject = (row: VersionRow): Project => ({
  uuid: row.uuid,
  name: row.name,
  version: row.version,
  classifier: 'APPLICATION',
  tags: row.tags.map((name) => ({ name })),
  active: row.isActive,
  isLatest: row.isLatest,
  ...(row.submittedAt && {
    lastBomImport: row.submittedAt.getTime(),
    lastInheritedRiskScore: metricsOfVersion(row).inheritedRiskScore,
    metrics: metricsOfVersion(row),
  }),
})

export const referenceOf = ({ uuid, name, version }: Pick<VersionRow, 'uuid' | 'name' | 'version'>) => ({
  uuid,
  name,
  version,
})
