import type { ComponentV2, ProjectV2 } from '@assay/contract/intake/dependency-track-objects.ts'
import type { AppContext } from '#context.ts'
import { Problem } from '#platform/http/problem.ts'
import type { StoredComponent } from '#reporting/reports/components/component-pages-store.ts'
import type { CallsOf } from './calls-of.ts'
import { componentsOf } from './finding-calls.ts'
import { componentUuid, splitName } from './list-findings.ts'
import { projectMissing } from './problem.ts'
import { countVersions, findVersion, listVersions, type VersionRow } from './versions-store.ts'
import { wireProject } from './wire-project.ts'

const maxLimit = 1000

/** What clients of version 5 read below /api/v2. A token is the position of the next item. */
export function v2Calls({ db }: Pick<AppContext, 'db'>): CallsOf<'v2Projects' | 'v2Components'> {
  return {
    async v2Projects({ caller: { scope }, query: { name_contains: text, is_active: state, ...page } }) {
      const isActive = state === undefined ? undefined : state !== 'INACTIVE'
      const filter = { ...(text && { text }), isActive }
      const range = rangeOf(page)
      const items = await listVersions(db, scope, { filter, range })
      return pageOf(items.map(projectV2), range, await countVersions(db, scope, filter))
    },
    async v2Components({ caller: { scope }, params, query }) {
      const version = await findVersion(db, scope, params.branchUuid)
      if (!version) throw projectMissing()
      const all = await componentsOf(db, scope, version)
      const range = rangeOf(query)
      const items = all.slice(range.offset, range.offset + range.limit)
      return pageOf(
        items.map((each) => componentV2(each, version)),
        range,
        all.length,
      )
    },
  }
}

interface Range {
  limit: number
  offset: number
}

function rangeOf({
  limit,
  page_token: token = '0',
}: {
  limit: number
  page_token?: string | undefined
}): Range {
  if (!/^\d{1,9}$/.test(token)) throw new Problem(400, 'invalidInput', 'The page token is invalid')
  return { limit: Math.min(limit, maxLimit), offset: Number(token) }
}

const pageOf = <Item>(items: Item[], { offset }: Range, count: number) => ({
  items,
  ...(offset + items.length < count && { next_page_token: String(offset + items.length) }),
  total: { count, type: 'EXACT' as const },
})

function projectV2(row: VersionRow): ProjectV2 {
  const { uuid, name, version, classifier, active, isLatest, tags, lastBomImport, lastInheritedRiskScore } =
    wireProject(row)
  return {
    uuid,
    name,
    version,
    classifier,
    is_active: active ? 'ACTIVE' : 'INACTIVE',
    is_latest: isLatest,
    has_children: false,
    tags: tags.map((tag) => tag.name),
    ...(lastBomImport !== undefined && {
      last_bom_import: lastBomImport,
      last_inherited_risk_score: lastInheritedRiskScore,
    }),
  }
}

const componentV2 = (each: StoredComponent, of: VersionRow): ComponentV2 => ({
  uuid: componentUuid(of.uuid, each.ecosystem ?? '', each.name, each.version),
  ...splitName(each.name),
  version: each.version,
  ...(each.purl !== null && { purl: each.purl }),
  ...(each.is_direct !== null && { direct_dependency: each.is_direct }),
  ...(each.licenses.length > 0 && { license_expression: each.licenses.join(' AND ').slice(0, 255) }),
})
