import { createOnce } from './create-once.ts'
import { listAll } from './dependency-track-client.ts'
import type { TheirRule } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { type MappedRule, mapRule, type SecretOf } from './map-rule.ts'

const what = 'Notification rules'

export async function importNotifications(context: ImportContext, secretOf: SecretOf): Promise<void> {
  const { from, api, tally, isDryRun } = context
  const present = new Set((await api.notificationRules.list()).map(({ name }) => name))
  const channels = new Map((await api.notificationChannels.list()).map(({ name, uuid }) => [name, uuid]))
  for (const theirs of await listAll<TheirRule>(from, '/api/v1/notification/rule')) {
    const { name } = theirs
    const isThere = present.has(name)
    // Nobody is asked twice, or for nothing.
    const ask = isThere || isDryRun ? async () => null : secretOf
    const mapped = await mapRule(theirs, ask)
    if ('why' in mapped && !isThere) tally.leftOut.push({ what, name, why: mapped.why })
    if ('why' in mapped) {
      if (isThere) await createOnce(context, { what, name, isThere }, async () => undefined)
      continue
    }
    const { channel, without, ...rule } = mapped
    await createOnce(context, { what, name, isThere }, async () => {
      const channelUuid = channels.get(name) ?? (await createChannel(context, { name, ...channel }))
      await api.notificationRules.create({ body: { ...rule, channelUuids: [channelUuid] } })
    })
    if (without.length > 0)
      tally.leftOut.push({ what: 'Events of notification rules', name, why: without.join(', ') })
  }
}

async function createChannel(
  { api }: ImportContext,
  channel: MappedRule['channel'] & { name: string },
): Promise<string> {
  const created = await api.notificationChannels.create({ body: channel })
  return created.channel.uuid
}
