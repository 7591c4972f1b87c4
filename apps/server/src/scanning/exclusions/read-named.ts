import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import { Problem } from '#platform/http/problem.ts'
import { targetOf } from './wire-exclusion.ts'

type Input = ParsedInput<typeof contract.exclusions.remove>

/** The exclusion to delete: its id, or what it excludes. Throws Problem 400 unless exactly one is named. */
export function readNamed(
  { language, name, ...query }: Input['query'],
  body: Input['body'] = {},
): { id: string } | Pick<Exclusion, 'target' | 'projectUuid'> {
  const library = language !== undefined && name !== undefined ? { language, name } : body.library
  const { id = body.id, uuid = body.uuid, cve = body.cve, version = body.version } = query
  if ([id, uuid, cve, library].filter((each) => each !== undefined).length !== 1)
    throw new Problem(400, 'invalidInput', 'Specify exactly one of id, uuid, cve and library')
  if (id !== undefined) return { id }
  const projectUuid = (query.projectUuid ?? body.projectUuid)?.toLowerCase() ?? null
  return { target: targetOf({ uuid, cve, library, version }), projectUuid }
}
