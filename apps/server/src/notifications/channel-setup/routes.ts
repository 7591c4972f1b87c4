import type { ChannelKind } from '@assay/contract/notification-channels.ts'
import { contract } from '@assay/contract/contract.ts'
import { randomUUID } from 'node:crypto'
import { hostOf, openSecret, sealSecret } from '#notifications/channels/channel-secret.ts'
import { checkOwner } from '#notifications/channels/check-owner.ts'
import { newSigningKey } from '#notifications/channels/sign-webhook.ts'
import {
  deleteChannel,
  findChannel,
  listChannels,
  lockChannel,
  putChannel,
} from '#notifications/channels/store.ts'
import { wireChannel } from '#notifications/channels/wire-channel.ts'
import { queueTest } from '#notifications/deliveries/queue-test.ts'
import { forgetChannel } from '#notifications/rules/store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

/** How long the previous secret keeps signing after a rotation. */
const overlapMs = 24 * 3_600_000
const maxKeys = 3

export function notificationChannelsRoutes(context: AppContext): void {
  const { routes, db, vault } = context
  registerRoutes(routes, contract.notificationChannels, {
    list: async ({ caller }) => (await listChannels(db, caller.scope)).map(wireChannel),
    create({ caller, body: { kind, name, teamUuid: team, address, recipients }, change }) {
      const uuid = randomUUID()
      checkTarget(kind, { address, recipients })
      const signingSecret = kind === 'webhook' ? newSigningKey() : null
      const keys = signingSecret === null ? [] : [{ key: signingSecret, until: null }]
      return change(async (tx) => {
        const teamUuid = await checkOwner(tx, caller, team)
        const secret = address === undefined ? null : sealSecret(vault, uuid, { address, keys })
        const content = { kind, name, recipients, secret, host: hostOf(address) }
        await putChannel(tx, caller.scope, { uuid, teamUuid, ...content, active: true, isDefault: false })
        await checkLimit(tx, caller.scope, 'notificationChannels')
        const channel = wireChannel((await findChannel(tx, caller.scope, uuid))!)
        return { result: { channel, signingSecret }, target: { channelUuid: uuid }, after: channel }
      })
    },
    update({ caller, params, body, change }) {
      return change(async (tx) => {
        const known = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        const { address, recipients = known.recipients, name = known.name, active = known.active } = body
        checkTarget(known.kind as ChannelKind, { address: address ?? 'known', recipients })
        if (address !== undefined && known.kind === 'email') throw noAddress()
        const keys = known.secret ? openSecret(vault, known.uuid, known.secret).keys : []
        const sealed = address === undefined ? known.secret : sealSecret(vault, known.uuid, { address, keys })
        const host = address === undefined ? known.host : hostOf(address)
        await putChannel(tx, caller.scope, { ...known, name, active, recipients, secret: sealed, host })
        const after = wireChannel((await findChannel(tx, caller.scope, known.uuid))!)
        return { result: after, before: wireChannel(known), after }
      })
    },
    rotate({ caller, params, change }) {
      const signingSecret = newSigningKey()
      return change(async (tx) => {
        const known = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        if (known.kind !== 'webhook' || !known.secret)
          throw new Problem(409, 'channelInvalid', 'Only webhooks have a signing secret')
        const { address, keys } = openSecret(vault, known.uuid, known.secret)
        const until = Date.now() + overlapMs
        const older = keys.map((each) => ({ ...each, until: Math.min(each.until ?? until, until) }))
        const rotated = [{ key: signingSecret, until: null }, ...older].slice(0, maxKeys)
        const secret = sealSecret(vault, known.uuid, { address, keys: rotated })
        await putChannel(tx, caller.scope, { ...known, secret })
        const channel = wireChannel((await findChannel(tx, caller.scope, known.uuid))!)
        return { result: { channel, signingSecret }, before: wireChannel(known), after: channel }
      })
    },
    test({ caller, params, change }) {
      return change(async (tx) => {
        const known = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        const deliveryUuids = await queueTest(context, tx, {
          channel: known,
          accountUuid: caller.scope.accountUuid,
        })
        return { result: { deliveryUuids } }
      })
    },
    remove({ caller, params, change }) {
      return change(async (tx) => {
        const known = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        await forgetChannel(tx, caller.scope, known.uuid)
        await deleteChannel(tx, caller.scope, known.uuid)
        return { result: {}, before: wireChannel(known) }
      })
    },
  })
}

const noAddress = () => new Problem(400, 'channelInvalid', 'An email channel has recipients and no address')

/** Throws 400 for a channel without any recipient. */
function checkTarget(
  kind: ChannelKind,
  { address, recipients }: { address: string | undefined; recipients: readonly string[] },
): void {
  if (kind === 'email' && recipients.length === 0)
    throw new Problem(400, 'channelInvalid', 'The recipients are missing')
  if (kind !== 'email' && address === undefined)
    throw new Problem(400, 'channelInvalid', 'The address is missing')
  if (kind !== 'email' && recipients.length > 0)
    throw new Problem(400, 'channelInvalid', 'Only email channels have recipients')
}
