import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import type { Tx } from '#platform/database/database.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { endDecisions, listDecisionsOfRule } from '#scanning/exclusions/decision-store.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { findRule, type RuleRow } from '#scanning/rules/store.ts'
import { releaseFindings } from '#triage/approvals/apply-decisions.ts'
import { listSetByMembers } from '#triage/findings/change-store.ts'
import { type Decided, decideFindings } from '#triage/findings/decide-findings.ts'
import { type FindingKey, textOfKey } from '#triage/findings/finding-key.ts'

/**
 * Rules with the effect 'triage' decide about the findings that a scan shows them. What a rule took out of the counts comes
 * back when the rule changes or goes; the rescan lets it decide anew.
 */
export const ruleDecisions = defineConsumer({
  name: 'rule-decisions',
  types: ['scan.recorded', 'scan.confirmed', 'rule.changed'],
  async handle(tx, { queue }, { accountUuid, ...event }) {
    if (accountUuid === null) return
    const scope = accountScope(accountUuid)
    const branches =
      event.type === 'rule.changed'
        ? await takeBack(tx, scope, event.payload)
        : await decideByRules(tx, scope, event.payload)
    await sendBranches(tx, queue, branches)
  },
})

async function decideByRules(
  tx: Tx,
  scope: Scope,
  { scanUuid, projectUuid }: { scanUuid: string; projectUuid: string },
): Promise<Decided['branches']> {
  const results = (await listRuleResults(tx, scope, [scanUuid])).get(scanUuid) ?? []
  const branches: Decided['branches'] = []
  for (const result of results.filter(({ effect, hitCount }) => effect === 'triage' && hitCount > 0)) {
    const rule = await findRule(tx, scope, result.uuid)
    if (rule?.effect !== 'triage' || rule.mode !== 'on' || rule.decision === null) continue
    const hits = keysOf(result, rule, projectUuid)
    const settled = new Set((await listSetByMembers(tx, scope, hits)).map(textOfKey))
    const findings = hits.filter((key) => !settled.has(textOfKey(key)))
    const decider = { scope, memberUuid: null, deciding: scope, ruleUuid: rule.uuid }
    const change = { ...rule.decision, reason: `by rule ${rule.name}`, onlyOpen: true }
    if (findings.length > 0)
      branches.push(...(await decideFindings(tx, decider, { findings, change })).branches)
  }
  return branches
}

/** Undecided hits only if the rule applies to them. */
const keysOf = ({ hits }: RuleResult, rule: RuleRow, projectUuid: string): FindingKey[] =>
  hits
    .filter(({ unknown }) => unknown.length === 0 || rule.whenUnknown === 'apply')
    .map(({ key }) => {
      const [advisoryUuid, ecosystem, ...name] = key.split(' ')
      return { projectUuid, advisoryUuid: advisoryUuid!, ecosystem: ecosystem!, packageName: name.join(' ') }
    })

async function takeBack(
  tx: Tx,
  scope: Scope,
  { ruleUuid, name }: { ruleUuid: string; name: string },
): Promise<Decided['branches']> {
  const uuids = await listDecisionsOfRule(tx, scope, ruleUuid)
  const by = { memberUuid: null, reason: `by rule ${name}` }
  const branches = await releaseFindings(tx, scope, { uuids, ...by })
  await endDecisions(tx, scope, { uuids, why: 'rule-changed' })
  return branches
}
