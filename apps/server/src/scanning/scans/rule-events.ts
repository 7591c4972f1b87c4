import type { RuleResult } from '@assay/engine/policies/rule.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { NewEvent } from '#platform/outbox/events.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import type { Recorded } from './recorded.ts'

const notifies = ({ effect, mode, hits }: RuleResult) =>
  effect === 'notify' && mode === 'on' && hits.length > 0
const maxLabels = 10

/** New hits of rules that notify. What the scan before had, or a rule that changed, is not told again. */
export async function ruleEvents(
  tx: Tx,
  scope: Scope,
  scans: readonly (Recorded & { uuid: string })[],
): Promise<NewEvent[]> {
  const telling = scans.filter(({ ruleResults, isPast }) => !isPast && ruleResults.some(notifies))
  const lastUuids = telling.flatMap(({ branch }) => (branch.last ? [branch.last.uuid] : []))
  const before = await listRuleResults(tx, scope, lastUuids)
  return telling.flatMap(({ uuid: scanUuid, branch, ruleResults }) => {
    const known = before.get(branch.last?.uuid ?? '') ?? []
    return ruleResults.filter(notifies).flatMap(({ uuid: ruleUuid, name, hits }): NewEvent[] => {
      const told = new Set(known.find(({ uuid }) => uuid === ruleUuid)?.hits.map(({ key }) => key))
      const labels = hits.filter(({ key }) => !told.has(key)).map(({ label }) => label)
      if (labels.length === 0) return []
      const ids = { projectUuid: branch.projectUuid, branchUuid: branch.uuid, scanUuid }
      const payload = { ...ids, ruleUuid, name, count: labels.length, labels: labels.slice(0, maxLabels) }
      return [{ type: 'rule.hit', payload }]
    })
  })
}
