import type { ScannedDocument } from '@assay/engine/inventory.ts'
import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { z } from 'zod'
import { configurationFor, readAccountConfiguration } from '#accounts/account/configuration.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import type { Tx } from '#platform/database/database.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { defineJob } from '#platform/queue/job.ts'
import { evaluateStored } from './evaluate-stored.ts'
import {
  addRequest,
  continueEvaluation,
  dropEvaluation,
  type Evaluation,
  saveEvaluation,
} from './evaluation-store.ts'
import { listRuleResults, maxStoredHits } from './result-store.ts'
import { rulesInForce } from './rules-in-force.ts'
import { isSameResults } from './same-results.ts'
import { listRules } from './store.ts'
import { listLastScans, listScannedBranches, type StoredScan } from './stored-scan-store.ts'

/** Branches of a step; after it, other accounts have their turn. */
const atOnce = 50
/** As with scans: apply-rules.ts. */
const limits = { maxHits: maxStoredHits, maxMs: 5_000 }

/**
 * Evaluates the rules of an account with the stored results of its branches, and has those scanned again of which they now
 * say something else: a stored verdict is never rewritten. Changes meanwhile are evaluated by one more round.
 */
export const evaluatePoliciesJob = defineJob({
  name: 'evaluate-policies',
  payload: z.object({ accountUuid: z.uuid() }),
  priority: 'rescan',
  concurrency: 1,
  timeoutSeconds: 120,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run({ db, queue }, { accountUuid }) {
    const scope = accountScope(accountUuid)
    await db.transaction().execute(async (tx) => {
      const evaluation = await continueEvaluation(tx, scope)
      if (!evaluation) return
      const scans = await listLastScans(tx, scope, { after: evaluation.afterBranch, limit: atOnce })
      const branches = evaluation.scansAll ? scans : await listDiffering(tx, scope, scans)
      await sendBranches(
        tx,
        queue,
        branches.map(({ branchUuid }) => ({ accountUuid, branchUuid })),
      )
      const isFinished = scans.length < atOnce
      const isWaiting = await saveEvaluation(tx, scope, {
        ...after(evaluation, scans, branches.length),
        isFinished,
      })
      if (!isFinished || isWaiting) await queue.send(tx, evaluatePoliciesJob, { accountUuid })
    })
  },
  onExhausted: async ({ db }, { accountUuid }) => {
    await dropEvaluation(db, accountScope(accountUuid))
  },
  async onRequeue(tx, payloads) {
    for (const { accountUuid } of payloads)
      await addRequest(tx, accountScope(accountUuid), { needsScan: true })
  },
})

const after = (evaluation: Evaluation, scans: readonly StoredScan[], rescanned: number): Evaluation => ({
  ...evaluation,
  afterBranch: scans.at(-1)?.branchUuid ?? evaluation.afterBranch,
  evaluated: evaluation.evaluated + scans.length,
  rescanned: evaluation.rescanned + rescanned,
})

/** Those whose rules or outcome would be others than stored. */
async function listDiffering(tx: Tx, scope: Scope, scans: readonly StoredScan[]): Promise<StoredScan[]> {
  const rows = await listRules(tx, scope)
  const account = await readAccountConfiguration(tx, scope)
  const stored = await listRuleResults(
    tx,
    scope,
    scans.map(({ scanUuid }) => scanUuid),
  )
  const asksQuality = rows.some(({ mode, condition }) => mode !== 'off' && /\bsbom\s*\./.test(condition))
  const differing: StoredScan[] = []
  const evaluated = evaluateStored(tx, scope, {
    scans,
    // What license policies say is stored with the components, and changes with a scan.
    rulesOf: ({ project, groups }) =>
      rulesInForce(
        rows.filter(({ kind }) => kind !== 'licenses'),
        { project, groupUuids: groups.uuids, minimums: configurationFor(account, project).minimumScores },
      ),
    ...limits,
  })
  for await (const { scan, project, results } of evaluated) {
    const { minimumScores } = configurationFor(account, project)
    const before = stored.get(scan.scanUuid) ?? []
    const others = before
      .filter(({ kind, file }) => kind === 'licenses' || file !== null)
      .map((result) => (result.kind === 'licenses' ? ofLicenses(result, minimumScores.licensing) : result))
    const all = [...results, ...others]
    const outcome = all.some(({ fails }) => fails) ? 'FAIL' : (scan.outcomeWithoutRules ?? scan.outcome)
    const isUnassessed = asksQuality && scan.documents.some(wasNotAssessed)
    if (isUnassessed || outcome !== scan.outcome || !isSameResults({ ...scan, results: before }, all))
      differing.push(scan)
  }
  return differing
}

/** By an earlier version, so that nothing is known of its quality. */
const wasNotAssessed = ({ isSbom, lacks }: ScannedDocument) => isSbom && lacks === undefined

const ofLicenses = (result: RuleResult, minimum: number): RuleResult => {
  const fails = minimum > 0 && result.mode === 'on'
  return { ...result, effect: fails ? 'fail' : 'warn', fails }
}

/** Evaluates what is stored when rules change, or what they ask of all projects; of single projects, all is scanned again. */
export const policyChanges = defineConsumer({
  name: 'policy-changes',
  types: ['policies.changed'],
  async handle(tx, { queue }, { accountUuid, payload: { needsScan, projectUuids } }) {
    if (accountUuid === null) return
    const scope = accountScope(accountUuid)
    if (projectUuids) await sendBranches(tx, queue, await listScannedBranches(tx, scope, projectUuids))
    else if (await addRequest(tx, scope, { needsScan }))
      await queue.send(tx, evaluatePoliciesJob, { accountUuid })
  },
})
