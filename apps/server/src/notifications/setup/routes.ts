import { contract } from '@assay/contract/contract.ts'
import { checkOwner, readTeam } from '#notifications/channels/core/check-owner.ts'
import { findDefault, lockChannel, removeRecipient } from '#notifications/channels/core/store.ts'
import { wireChannel } from '#notifications/channels/core/wire-channel.ts'
import { readUnsubscribeToken, type Subscription } from '#notifications/deliveries/unsubscribe-token.ts'
import { limitManualMessages } from '#notifications/deliveries/limit-manual.ts'
import { queueTest } from '#notifications/deliveries/queue-test.ts'
import { endLease } from '#notifications/slack-setup/routes.ts'
import { endOwnEmails } from '#notifications/rules/store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { setDefault } from './configure.ts'
import { checkMemberEmails, queueMemberEmails } from './send-member-emails.ts'

export function notificationsRoutes(context: AppContext): void {
  const { routes, db, mail, vault } = context
  const configOf = async (from: Database, scope: Scope, teamUuid: string | null) => {
    const [email, slack] = [
      await findDefault(from, scope, { teamUuid, kind: 'email' }),
      await findDefault(from, scope, { teamUuid, kind: 'slack' }),
    ].map((channel) => (channel ? wireChannel(channel) : null))
    return { teamUuid, canEmail: mail !== null, email: email!, slack: slack! }
  }
  registerRoutes(routes, contract.notifications, {
    config: async ({ caller: { scope }, query: { team } }) =>
      configOf(db, scope, await readTeam(db, scope, team)),
    configure({ caller, body: { team, email, slack }, change }) {
      return change(async (tx) => {
        const { scope } = caller
        const teamUuid = await checkOwner(tx, caller, team)
        if (slack !== undefined) await endLease(tx, caller, teamUuid)
        const before = await configOf(tx, scope, teamUuid)
        if (email !== undefined)
          await setDefault(context, tx, { scope, kind: 'email', teamUuid, value: email })
        if (slack !== undefined)
          await setDefault(context, tx, { scope, kind: 'slack', teamUuid, value: slack })
        const after = await configOf(tx, scope, teamUuid)
        return { result: after, before, after }
      })
    },
    async test({ caller, query: { type: kind, team }, change }) {
      const { scope } = caller
      const teamUuid = await checkOwner(db, caller, team)
      const found = (await findDefault(db, scope, { teamUuid, kind })) ?? throwNotFound('channel')
      await limitManualMessages(db, caller, found.recipients)
      return change(async (tx) => {
        const channel = (await lockChannel(tx, scope, found.uuid)) ?? throwNotFound('channel')
        const { accountUuid } = scope
        const deliveryUuids = await queueTest(context, tx, { channel, accountUuid })
        return { result: { deliveryUuids }, target: { type: kind } }
      })
    },
    async sendEmail({ caller, body: { subject, content, recepients }, change }) {
      await checkMemberEmails(context, caller, recepients)
      return change(async (tx) => {
        await queueMemberEmails(context, tx, { caller, subject, content, recipients: recepients })
        return { result: { queued: new Set(recepients).size }, after: { subject, recipients: recepients } }
      })
    },
    unsubscribe({ query: { token }, change }) {
      const subscription = readUnsubscribeToken(vault, token)
      if (!subscription) throw new Problem(400, 'linkEnded', 'The link is invalid')
      return change(async (tx) => {
        await endSubscription(tx, subscription)
        const { of, accountUuid, uuid, email } = subscription
        const by = { accountUuid, memberUuid: uuid, email, credential: 'link' }
        return { result: {}, by, target: { [of]: uuid } }
      })
    },
  })
}

/** Idempotent: mail programs may call the link twice. */
const endSubscription = (tx: Tx, { of, accountUuid, uuid, email }: Subscription): Promise<boolean> =>
  of === 'rule' ? endOwnEmails(tx, { accountUuid, uuid }) : removeRecipient(tx, { accountUuid, uuid, email })
