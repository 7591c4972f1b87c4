import { randomUUID } from 'node:crypto'
import { accountScope } from '#auth/scope.ts'
import { findChannel } from '#notifications/channels/core/store.ts'
import { deliveriesTo, queueDeliveries } from '#notifications/deliveries/queue-deliveries.ts'
import { insertInboxMessages } from '#notifications/inbox/store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { phrase } from '#notifications/messages/phrases.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { findRule } from '#scanning/rules/store.ts'
import { findProject } from './facts-store.ts'

/** Policy rules with the effect 'notify' tell their members and channels of new hits. */
export const ruleHits = defineConsumer({
  name: 'rule-hits',
  types: ['rule.hit'],
  async handle(tx, { queue }, { accountUuid, payload, at }) {
    if (accountUuid === null) return
    const { projectUuid, ruleUuid, name, count, labels } = payload
    const scope = accountScope(accountUuid)
    const notify = (await findRule(tx, scope, ruleUuid))?.notify ?? null
    const project = await findProject(tx, { accountUuid, projectUuid })
    if (notify === null || !project) return
    const more = count - labels.length
    const line: Message['lines'][number] = {
      kind: 'ruleHit',
      severity: null,
      title: phrase('ruleHit', { rule: name, count }),
      details: [
        phrase('verbatim', { text: labels.join(', ').slice(0, 300) }),
        ...(more > 0 ? [phrase('moreHits', { count: more })] : []),
      ],
      count,
      projectCount: 1,
      projects: [project.name],
      path: `/policies/${ruleUuid}/hits?project=${encodeURIComponent(project.name)}`,
    }
    const message: Message = { title: null, digest: null, at, lines: [line], more: 0, total: count }
    for (const memberUuid of notify.memberUuids) {
      const audience = { of: 'viewer', memberUuid, teamUuid: project.teamUuid } as const
      await insertInboxMessages(tx, { accountUuid, audience }, { uuid: randomUUID(), message })
    }
    for (const channelUuid of notify.channelUuids) {
      const channel = await findChannel(tx, scope, channelUuid)
      // The channel of a team hears of the projects of that team alone.
      if (!channel || (channel.teamUuid !== null && channel.teamUuid !== project.teamUuid)) continue
      await queueDeliveries({ queue }, tx, { accountUuid, deliveries: deliveriesTo(channel, { message }) })
    }
  },
})
