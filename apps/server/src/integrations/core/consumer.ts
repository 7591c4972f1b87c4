import { accountScope } from '#auth/scope.ts'
import { type Consumer, defineConsumer } from '#platform/outbox/consumer.ts'
import { queueDelivery } from './deliver-job.ts'
import type { Integration } from './integration.ts'
import { findActive } from './setup.ts'

/** Passes each event to the integrations that handle it and are on in its account. */
export const integrationsConsumerOf = (integrations: readonly Integration[]): Consumer =>
  defineConsumer({
    name: 'integrations',
    types: [...new Set(integrations.flatMap(({ events }) => events))],
    async handle(tx, context, event) {
      if (event.accountUuid === null) return
      const scope = accountScope(event.accountUuid)
      for (const integration of integrations.filter(({ events }) => events.includes(event.type))) {
        const active = await findActive({ ...context, db: tx }, scope, integration)
        if (!active) continue
        const request = { context: { ...context, db: tx }, scope, settings: active.settings as never }
        for (const planned of await integration.plan(request, event))
          await queueDelivery({ tx, queue: context.queue }, scope, { id: integration.id, ...planned })
      }
    },
  })
