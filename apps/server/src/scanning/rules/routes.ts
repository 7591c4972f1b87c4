import { contract } from '@assay/contract/contract.ts'
import type { LicensePolicy } from '@assay/contract/policies.ts'
import type { PolicyEvaluation, PolicyRule, RuleResult as WireResult } from '@assay/contract/rules.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { compileRule } from '@assay/engine/policies/rules/compile-rule.ts'
import { readyMadeRules } from '@assay/engine/policies/rules/ready-made.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { hasGroup } from '#projects/groups/store.ts'
import { findProject } from '#projects/project-store.ts'
import { findEvaluation } from './evaluation-store.ts'
import { hitsOfRules, type RuleHits } from './hit-store.ts'
import { findUnseen } from './notified-store.ts'
import { previewRule } from './preview-rule.ts'
import { deletePolicy, upsertCondition } from '#projects/policies/store.ts'
import { conditionOf, findRule, lockRule, ownTeams, rulePages, type RuleRow } from './store.ts'
import { countLastScans } from './stored-scan-store.ts'

export function rulesRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.rules, {
    async list({ caller }) {
      const hits = await hitsOfRules(db, caller.scope, null)
      return streamItems(rulePages(db, caller.scope), (row) => wireRule(row, hits))
    },
    create({ caller, body, change }) {
      const { scope } = caller
      checkCondition(body.condition)
      const uuid = randomUUID()
      return change(async (tx) => {
        await checkReach(tx, scope, body)
        await checkNotified(tx, scope, body)
        checkDecision(body)
        await upsertCondition(tx, scope, { uuid, ...body, teamUuids: ownTeams(scope) })
        await checkLimit(tx, scope, 'rules')
        const after = await read(tx, scope, uuid)
        return { result: after, target: { policyRuleUuid: uuid }, after }
      })
    },
    get: ({ caller, params }) => read(db, caller.scope, params.policyRuleUuid),
    update({ caller, params, body, change }) {
      const { scope } = caller
      if (body.condition !== undefined) checkCondition(body.condition)
      return change((tx) => updateRule(tx, scope, { uuid: params.policyRuleUuid, body }))
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const own = await lockOwn(tx, caller.scope, {
          uuid: params.policyRuleUuid,
          permission: 'policies.delete',
        })
        if (own.kind === 'scores') throw changedElsewhere()
        const before = await read(tx, caller.scope, own.uuid)
        if (!(await deletePolicy(tx, caller.scope, own.uuid))) throwNotFound('rule')
        if (own.effect === 'triage') await writeChanged(tx, caller.scope, own)
        return { result: {}, before }
      }),
    check({ body }) {
      const { rule, issues } = compileRule(body.condition)
      return Promise.resolve({ issues, subject: rule?.subject ?? null })
    },
    async preview({ caller, body }) {
      checkCondition(body.condition)
      await checkReach(db, caller.scope, body)
      if (body.ruleUuid !== null) await read(db, caller.scope, body.ruleUuid)
      return previewRule(db, caller.scope, body)
    },
    evaluation: ({ caller }) => readEvaluation(db, caller.scope),
    templates: () => Promise.resolve(readyMadeRules.map((rule) => ({ ...rule }))),
  })
}

interface Update {
  uuid: string
  body: ParsedInput<typeof contract.rules.update>['body']
}

async function updateRule(tx: Tx, scope: Scope, { uuid, body }: Update) {
  await checkReach(tx, scope, { projectUuid: body.projectUuid ?? null, groupUuid: body.groupUuid ?? null })
  await checkNotified(tx, scope, { notify: body.notify ?? null })
  const own = await lockOwn(tx, scope, { uuid, permission: 'policies.edit' })
  if (own.kind !== 'condition') throw changedElsewhere()
  const before = await read(tx, scope, own.uuid)
  const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const { createdAt: _, changedAt: _changedAt, ...known } = own
  const updated = { ...known, ...(changes as Partial<typeof known>) }
  checkDecision(updated)
  await upsertCondition(tx, scope, updated)
  if (changesDecisions(own, updated)) await writeChanged(tx, scope, own)
  const after = await read(tx, scope, own.uuid)
  return { result: after, before, after }
}

const changedElsewhere = () =>
  new Problem(
    400,
    'ruleInvalid',
    'License policies are changed at /policies/licenses, minimum scores with the configuration, group or project',
  )

function checkCondition(condition: string): void {
  const [issue] = compileRule(condition).issues
  if (issue) throw new Problem(400, 'ruleInvalid', `${issue.message} (at character ${issue.at + 1})`)
}

type Deciding = Pick<RuleRow, 'condition' | 'effect' | 'decision' | 'notify'>

/** A rule decides about findings only with the effect 'triage', and tells somebody only with 'notify'. */
function checkDecision({ condition, effect, decision, notify }: Deciding): void {
  const reject = (message: string) => {
    throw new Problem(400, 'ruleInvalid', message)
  }
  const decides = effect === 'triage'
  if (decides !== (decision !== null)) reject('A decision and the effect triage belong together')
  if (decides && compileRule(condition).rule?.subject !== 'finding') reject('Only findings can be decided')
  const isHeard = notify !== null && notify.memberUuids.length + notify.channelUuids.length > 0
  if ((effect === 'notify') !== isHeard)
    reject('The effect notify needs members or channels, and no other has them')
  if (decision?.state === 'not-affected' && decision.justification === null) reject('Choose a justification')
}

const decisive = [
  'condition',
  'effect',
  'decision',
  'mode',
  'whenUnknown',
  'projectUuid',
  'groupUuid',
] as const

/** Whether what the rule has decided may no longer be what it says. */
const changesDecisions = (before: RuleRow, after: Omit<RuleRow, 'createdAt' | 'changedAt'>): boolean =>
  before.effect === 'triage' &&
  [...decisive, 'pattern' as const, 'tags' as const].some(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )

const writeChanged = (tx: Tx, scope: Scope, { uuid: ruleUuid, name }: RuleRow): Promise<void> =>
  writeEvents(tx, scope.accountUuid, [{ type: 'rule.changed', payload: { ruleUuid, name } }])

type RuleReach = Pick<RuleRow, 'projectUuid' | 'groupUuid'>

/** Throws 404 for a project or group that is not in scope. */
async function checkReach(tx: Database, scope: Scope, { projectUuid, groupUuid }: RuleReach): Promise<void> {
  if (projectUuid !== null && !(await findProject(tx, scope, projectUuid))) throwNotFound('project')
  if (groupUuid !== null && !(await hasGroup(tx, scope, groupUuid))) throwNotFound('group')
}

/** Throws 404 for a member or channel that the caller does not see. */
async function checkNotified(tx: Tx, scope: Scope, { notify }: Pick<RuleRow, 'notify'>): Promise<void> {
  const unseen = notify && (await findUnseen(tx, scope, notify))
  if (unseen) throwNotFound(unseen)
}

async function read(db: Database, scope: Scope, uuid: string): Promise<PolicyRule> {
  const row = (await findRule(db, scope, uuid)) ?? throwNotFound('rule')
  return wireRule(row, await hitsOfRules(db, scope, uuid))
}

interface RuleQuery {
  uuid: string
  permission: 'policies.edit' | 'policies.delete'
}

/** Rules that apply beyond the caller's teams require account-wide access. Throws 403. */
async function lockOwn(tx: Tx, scope: Scope, { uuid, permission }: RuleQuery): Promise<RuleRow> {
  const rule = (await lockRule(tx, scope, uuid)) ?? throwNotFound('rule')
  if (scope.teams === 'all' || rule.teamUuids?.every((each) => scope.teams.includes(each))) return rule
  const scopeText = rule.teamUuids === null ? 'the whole account' : 'all of them'
  throw forbidden('Changing a rule of other teams', `the permission '${permission}' in ${scopeText}`)
}

const noHits = { branches: 0, findings: 0, lastAt: null }

const inherited = { security: null, stability: null, licensing: null }

const wireRule = (row: RuleRow, hits: ReadonlyMap<string, RuleHits>): PolicyRule => ({
  uuid: row.uuid,
  kind: row.kind as PolicyRule['kind'],
  name: row.name,
  description: row.description,
  condition: conditionOf(row),
  decision: row.decision,
  notify: row.notify,
  projectUuid: row.projectUuid,
  groupUuid: row.groupUuid,
  pattern: row.pattern,
  tags: row.tags,
  teamUuids: row.teamUuids,
  licenses:
    row.kind === 'licenses'
      ? {
          mode: row.licenseMode as LicensePolicy['mode'],
          licenses: row.licenses,
          denyUnknown: row.denyUnknown,
        }
      : null,
  minimums: row.kind === 'scores' ? { ...inherited, ...row.minimums } : null,
  effect: row.effect as WireResult['effect'],
  mode: row.mode as WireResult['mode'],
  whenUnknown: row.whenUnknown as PolicyRule['whenUnknown'],
  createdAt: row.createdAt.getTime(),
  changedAt: row.changedAt.getTime(),
  hits: hits.get(row.uuid) ?? noHits,
})

/** Where the evaluation of stored results with changed rules stands. */
async function readEvaluation(db: Database, scope: Scope): Promise<PolicyEvaluation> {
  const found = await findEvaluation(db, scope)
  const total = await countLastScans(db, scope)
  if (!found) return { state: 'idle', finishedAt: null, evaluated: 0, rescanned: 0, total }
  const { isWaiting, startedAt, finishedAt, evaluated, rescanned } = found
  const isRunning = startedAt !== null && finishedAt === null
  return {
    state: isRunning ? 'running' : isWaiting ? 'waiting' : 'idle',
    finishedAt: finishedAt?.getTime() ?? null,
    evaluated,
    rescanned,
    total,
  }
}
