import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Exclusion as WireExclusion } from '@assay/contract/exclusions.ts'
import { ecosystemById, ecosystemByLanguage } from '@assay/engine/ecosystems.ts'
import { Problem } from '#platform/http/problem.ts'
import type { ExclusionRow } from './store.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'

type Target = Exclusion['target']
type Body = Pick<
  ParsedInput<typeof contract.exclusions.create>['body'],
  'uuid' | 'cve' | 'library' | 'version'
>

/** The contract validates that exactly one target is given. Throws Problem 400 for an unknown language. */
export function targetOf({ uuid, cve, library, version }: Body): Target {
  if (uuid !== undefined) return { kind: 'advisory', uuid: uuid.toLowerCase() }
  if (cve !== undefined) return { kind: 'cve', cve: cve.toUpperCase() }
  const { language, name } = library!
  const ecosystem = ecosystemByLanguage(language)
  if (!ecosystem) throw new Problem(400, 'invalidInput', `The language '${language}' is unknown`)
  return { kind: 'library', ecosystem: ecosystem.id, name, version: version ?? '*' }
}

export const wireExclusion = (row: ExclusionRow): WireExclusion => ({
  id: row.uuid,
  domain: row.domain as WireExclusion['domain'],
  ...wireTarget(row.target as Target),
  reason: row.reason as WireExclusion['reason'],
  description: row.description,
  projectUuid: row.project_uuid,
  teamUuids: row.team_uuids,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastMatchedAt: row.last_matched_at?.getTime() ?? null,
})

function wireTarget(target: Target) {
  if (target.kind === 'advisory') return { uuid: target.uuid }
  if (target.kind === 'cve') return { cve: target.cve }
  const language = ecosystemById(target.ecosystem).languages[0]
  if (target.kind === 'finding') return { uuid: target.uuid, library: { language, name: target.name } }
  return { library: { language, name: target.name }, version: target.version }
}
