import { contract } from '@assay/contract/contract.ts'
import type { NotificationRule } from '@assay/contract/notification-rules.ts'
import type { OwnNotificationRule } from '@assay/contract/own-notification-rules.ts'
import { randomUUID } from 'node:crypto'
import { checkOwner } from '#notifications/channels/core/check-owner.ts'
import { areChannels } from '#notifications/channels/core/store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { areInScope } from '#projects/in-scope-store.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import { previewRule } from './preview-rule.ts'
import { RuleSettings } from './rule-settings.ts'
import { rescheduleRule } from './schedule-rule.ts'
import {
  deleteRule,
  findRule,
  listRules,
  lockRule,
  type NewRule,
  type Owned,
  upsertRule,
  type RuleRow,
} from './store.ts'

export function notificationRulesRoutes({ routes, db }: AppContext): void {
  const shared = ({ scope }: Caller): Owned => ({ scope, memberUuid: null })
  registerRoutes(routes, contract.notificationRules, {
    list: async ({ caller }) => (await listRules(db, shared(caller))).map(wireRule),
    create({ caller, body, change }) {
      return change(async (tx) => {
        const { teamUuid: team, channelUuids, kinds, active, ...settings } = body
        const teamUuid = await checkOwner(tx, caller, team)
        const rule = { uuid: randomUUID(), teamUuid, memberUuid: null, toEmail: false }
        await checkTargets(tx, caller.scope, { ...settings, channelUuids, teamUuid })
        await upsertRule(tx, caller.scope, { ...rule, kinds, active, settings, channelUuids })
        await checkLimit(tx, caller.scope, 'notificationRules')
        const after = wireRule((await findRule(tx, shared(caller), rule.uuid))!)
        return { result: after, target: { ruleUuid: rule.uuid }, after }
      })
    },
    async preview({ caller, query, body: { teamUuid: team, kinds, ...settings } }) {
      const teamUuid = await checkOwner(db, caller, team)
      const owner = teamUuid === null ? { of: 'account' as const } : { of: 'team' as const, teamUuid }
      const viewer = { ...caller, texts: textsIn(query.language) }
      return previewRule(db, viewer, { owner, kinds, settings })
    },
    update({ caller, params, body, change }) {
      return change(async (tx) => {
        const existing = (await lockRule(tx, shared(caller), params.ruleUuid)) ?? throwNotFound('rule')
        const before = wireRule(existing)
        const updated = { ...before, ...withoutMissing(body) }
        await checkTargets(tx, caller.scope, { ...updated, projectUuids: addedProjects(before, updated) })
        await changeRule(tx, caller.scope, { ...rowOf(updated), toEmail: false, memberUuid: null })
        const after = wireRule((await findRule(tx, shared(caller), before.uuid))!)
        return { result: after, before, after }
      })
    },
    remove({ caller, params, change }) {
      return change(async (tx) => {
        const rule = (await lockRule(tx, shared(caller), params.ruleUuid)) ?? throwNotFound('rule')
        await deleteRule(tx, caller.scope, rule.uuid)
        return { result: {}, before: wireRule(rule) }
      })
    },
  })
}

export function ownNotificationRulesRoutes({ routes, db }: AppContext): void {
  const own = ({ scope, memberUuid }: Caller): Owned => ({ scope, memberUuid })
  registerRoutes(routes, contract.ownNotificationRules, {
    list: async ({ caller }) => (await listRules(db, own(caller))).map(wireOwnRule),
    create({ caller, body: { toEmail, kinds, active, ...settings }, change }) {
      return change(async (tx) => {
        await checkTargets(tx, caller.scope, settings)
        const owner = { uuid: randomUUID(), teamUuid: null, memberUuid: caller.memberUuid, channelUuids: [] }
        await upsertRule(tx, caller.scope, { ...owner, kinds, active, settings, toEmail })
        await checkLimit(tx, caller.scope, 'notificationRules')
        const after = wireOwnRule((await findRule(tx, own(caller), owner.uuid))!)
        return { result: after, target: { ruleUuid: owner.uuid }, after }
      })
    },
    async preview({ caller, query, body: { kinds, ...settings } }) {
      const { scope, memberUuid, role } = caller
      const isAdministrator = role === 'Administrator'
      const owner = { of: 'member' as const, memberUuid, teams: scope.teams, isAdministrator }
      const viewer = { ...caller, texts: textsIn(query.language) }
      return previewRule(db, viewer, { owner, kinds, settings })
    },
    update({ caller, params, body, change }) {
      return change(async (tx) => {
        const rule = (await lockRule(tx, own(caller), params.ruleUuid)) ?? throwNotFound('rule')
        const before = wireOwnRule(rule)
        const updated = { ...before, ...withoutMissing(body) }
        await checkTargets(tx, caller.scope, { ...updated, projectUuids: addedProjects(before, updated) })
        const owner = { teamUuid: null, memberUuid: caller.memberUuid, channelUuids: [] }
        await changeRule(tx, caller.scope, { ...rowOf({ ...updated, ...owner }), ...owner })
        const after = wireOwnRule((await findRule(tx, own(caller), before.uuid))!)
        return { result: after, before, after }
      })
    },
    remove({ caller, params, change }) {
      return change(async (tx) => {
        const rule = (await lockRule(tx, own(caller), params.ruleUuid)) ?? throwNotFound('rule')
        await deleteRule(tx, caller.scope, rule.uuid)
        return { result: {}, before: wireOwnRule(rule) }
      })
    },
  })
}

async function changeRule(tx: Tx, scope: Scope, rule: NewRule): Promise<void> {
  await upsertRule(tx, scope, rule)
  await rescheduleRule(tx, { accountUuid: scope.accountUuid, ruleUuid: rule.uuid }, rule.settings)
}

interface Targets {
  projectUuids: readonly string[]
  channelUuids?: readonly string[]
  teamUuid?: string | null
}

/** Throws 404 for projects and channels out of scope. */
async function checkTargets(
  db: Database,
  scope: Scope,
  { projectUuids, channelUuids = [], teamUuid = null }: Targets,
): Promise<void> {
  if (projectUuids.length > 0 && !(await areInScope(db, scope, projectUuids))) throwNotFound('project')
  if (!(await areChannels(db, scope, { uuids: channelUuids, teamUuid }))) throwNotFound('channel')
}

interface Chosen {
  projectUuids: readonly string[]
}

/** A rule may keep a project that was deleted since. */
const addedProjects = (before: Chosen, after: Chosen): string[] =>
  after.projectUuids.filter((uuid) => !before.projectUuids.includes(uuid))

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const withoutMissing = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given<T>

/** The fields that both kinds of rules have. */
function rowOf(rule: NotificationRule & { toEmail?: boolean }) {
  const { uuid, teamUuid, channelUuids, kinds, active, toEmail = false } = rule
  return { uuid, teamUuid, channelUuids, kinds, active, toEmail, settings: RuleSettings.parse(rule) }
}

const contentOf = ({ uuid, kinds, settings, active, createdAt }: RuleRow) => ({
  uuid,
  ...RuleSettings.parse(settings),
  kinds: kinds as NotificationRule['kinds'],
  active,
  createdAt: createdAt.getTime(),
})

const wireRule = (row: RuleRow): NotificationRule => ({
  ...contentOf(row),
  teamUuid: row.teamUuid,
  channelUuids: row.channelUuids,
})

const wireOwnRule = (row: RuleRow): OwnNotificationRule => ({ ...contentOf(row), toEmail: row.toEmail })
