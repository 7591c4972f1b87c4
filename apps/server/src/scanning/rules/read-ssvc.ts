import { decideSsvc, type Ssvc } from '@assay/engine/policies/rules/ssvc.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import { readSignals } from './fact-store.ts'

interface OfFinding {
  advisoryUuid: string
  cve: string | null
  isKnownExploited: boolean
  /** Of the project. */
  tags: readonly string[]
}

/** The priority of a finding by both trees, from the facts that rules have. */
export async function readSsvc(
  db: Database,
  scope: Scope,
  { advisoryUuid, cve, isKnownExploited, tags }: OfFinding,
): Promise<Ssvc> {
  const { hasCatalog } = await readSignals(db, [])
  const texts = await readAccountTexts(db, scope, [advisoryUuid])
  return decideSsvc({
    // The catalog lists CVEs alone.
    isKnownExploited: isKnownExploited || (cve === null || !hasCatalog ? null : false),
    vector: texts.get(advisoryUuid)?.cvss?.vector ?? null,
    tags,
  })
}
