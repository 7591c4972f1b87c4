import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { FindingChangeResult } from '@assay/contract/triage.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { type FindingKey, keyOf, textOfKey } from './finding-key.ts'
import { listOpenKeys } from './state-store.ts'

type Body = ParsedInput<typeof contract.triage.decide>['body']

const maxFindings = 1000

/** The findings that a call names, and all open ones of the advisories that it names. Throws Problem 400 if too many. */
export async function chooseFindings(
  tx: Tx,
  scope: Scope,
  { findings, advisories }: Pick<Body, 'findings' | 'advisories'>,
): Promise<{ findings: FindingKey[]; rejected: FindingChangeResult['skipped'] }> {
  const rejected: FindingChangeResult['skipped'] = []
  const chosen = new Map<string, FindingKey>()
  for (const finding of findings) {
    const key = keyOf(finding)
    if (key) chosen.set(textOfKey(key), key)
    else rejected.push({ finding, reason: 'unknown' })
  }
  if (advisories.length > 0) {
    const open = await listOpenKeys(tx, scope, { advisoryUuids: advisories, limit: maxFindings + 1 })
    for (const key of open) chosen.set(textOfKey(key), key)
  }
  if (chosen.size > maxFindings)
    throw new Problem(
      400,
      'invalidInput',
      `More than ${maxFindings} findings: choose fewer, or decide about an advisory everywhere`,
    )
  return { findings: [...chosen.values()], rejected }
}
