import { type ChannelKind, settingsOf } from '@assay/contract/notification-channels.ts'
import { contract } from '@assay/contract/contract.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { hostOf, openSecret, sealSecret } from '#notifications/channels/core/channel-secret.ts'
import { checkOwner } from '#notifications/channels/core/check-owner.ts'
import { newSigningKey } from '#notifications/channels/webhook/sign-webhook.ts'
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  listChannels,
  lockChannel,
  upsertChannel,
} from '#notifications/channels/core/store.ts'
import { wireChannel } from '#notifications/channels/core/wire-channel.ts'
import { endLease, endOwnLease } from '#notifications/slack-setup/routes.ts'
import { slackApi } from '#notifications/slack-setup/list-rooms.ts'
import { limitManualMessages } from '#notifications/deliveries/limit-manual.ts'
import { queueTest } from '#notifications/deliveries/queue-test.ts'
import { forgetChannel } from '#notifications/rules/store.ts'
import type { Change as AuditedChange } from '#auth/router/change.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

/** How long the previous secret continues to sign after a rotation. */
const overlapMs = 24 * 3_600_000
const maxKeys = 3

export function notificationChannelsRoutes(context: AppContext): void {
  const { routes, db, vault } = context
  registerRoutes(routes, contract.notificationChannels, {
    list: async ({ caller, query: { language } }) =>
      (await listChannels(db, caller.scope)).map((row) => wireChannel(row, language)),
    create({
      caller,
      body: { kind, name, teamUuid: team, recipients, room, token, language, ...body },
      change,
    }) {
      const uuid = randomUUID()
      const address = kind === 'slackApp' ? (body.address ?? slackApi) : body.address
      checkTarget(kind, { address, recipients, token, room })
      const signingSecret = kind === 'webhook' ? newSigningKey() : null
      const keys = signingSecret === null ? [] : [{ key: signingSecret, until: null }]
      return change(async (tx) => {
        const teamUuid = await checkOwner(tx, caller, team)
        if (isSlack(kind)) await endLease(tx, caller, teamUuid)
        const target = { address: address ?? '', keys, token, room: room?.id }
        const secret = address === undefined ? null : sealSecret(vault, uuid, target)
        const content = { kind, name, recipients, secret, host: shownTarget(address, room), language }
        await upsertChannel(tx, caller.scope, { uuid, teamUuid, ...content, active: true, isDefault: false })
        await checkLimit(tx, caller.scope, 'notificationChannels')
        const channel = wireChannel((await findChannel(tx, caller.scope, uuid))!)
        return { result: { channel, signingSecret }, target: { channelUuid: uuid }, after: channel }
      })
    },
    update({ caller, params, body, change }) {
      return change(async (tx) => {
        const row = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        if (isSlack(row.kind)) await endSlackSetup(tx, caller, { ...row, body })
        const { recipients = row.recipients, name = row.name, active = row.active } = body
        const { language = row.language } = body
        const { secret, host } = changeTarget(vault, row, { ...body, recipients })
        await upsertChannel(tx, caller.scope, { ...row, name, active, recipients, secret, host, language })
        const after = wireChannel((await findChannel(tx, caller.scope, row.uuid))!)
        return { result: after, before: wireChannel(row), after }
      })
    },
    rotate({ caller, params, change }) {
      const signingSecret = newSigningKey()
      return change(async (tx) => {
        const row = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        if (row.kind !== 'webhook' || !row.secret)
          throw new Problem(409, 'channelInvalid', 'Only webhooks have a signing secret')
        const { keys, ...target } = openSecret(vault, row.uuid, row.secret)
        const until = Date.now() + overlapMs
        const older = keys.map((each) => ({ ...each, until: Math.min(each.until ?? until, until) }))
        const rotated = [{ key: signingSecret, until: null }, ...older].slice(0, maxKeys)
        const secret = sealSecret(vault, row.uuid, { ...target, keys: rotated })
        await upsertChannel(tx, caller.scope, { ...row, secret })
        const channel = wireChannel((await findChannel(tx, caller.scope, row.uuid))!)
        return { result: { channel, signingSecret }, before: wireChannel(row), after: channel }
      })
    },
    test: ({ caller, params, change }) => sendTest(context, { caller, change, ...params }),
    remove({ caller, params, change }) {
      return change(async (tx) => {
        const row = (await lockChannel(tx, caller.scope, params.channelUuid)) ?? throwNotFound('channel')
        if (isSlack(row.kind)) await endLease(tx, caller, row.teamUuid)
        await forgetChannel(tx, caller.scope, row.uuid)
        await deleteChannel(tx, caller.scope, row.uuid)
        return { result: {}, before: wireChannel(row) }
      })
    },
  })
}

const isSlack = (kind: string) => kind === 'slack' || kind === 'slackApp'

/** Only changes of the target conflict with another member who is setting up Slack. */
function endSlackSetup(
  tx: Tx,
  caller: Caller,
  { teamUuid, body }: { teamUuid: string | null; body: Changes },
): Promise<void> {
  const { address, token, room } = body
  const changesTarget = [address, token, room].some((value) => value !== undefined)
  return changesTarget ? endLease(tx, caller, teamUuid) : endOwnLease(tx, caller, teamUuid)
}

interface Test {
  caller: Caller
  change: AuditedChange
  channelUuid: string
}

async function sendTest(context: AppContext, { caller, change, channelUuid }: Test) {
  const { scope } = caller
  const { recipients } = (await findChannel(context.db, scope, channelUuid)) ?? throwNotFound('channel')
  await limitManualMessages(context.db, caller, recipients)
  return change(async (tx) => {
    const channel = (await lockChannel(tx, scope, channelUuid)) ?? throwNotFound('channel')
    const { accountUuid } = scope
    return { result: { deliveryUuids: await queueTest(context, tx, { channel, accountUuid }) } }
  })
}

const noAddress = () => new Problem(400, 'channelInvalid', 'An email channel takes recipients, not a URL')

type Changes = z.output<typeof contract.notificationChannels.update.body>
type Change = Changes & { recipients: readonly string[] }

/** Merges the given fields over the stored ones. The token is sent to a new address only if it is entered again. */
function changeTarget(vault: Vault, channel: ChannelRow, body: Change) {
  const kind = channel.kind as ChannelKind
  if (body.address !== undefined && settingsOf(kind).takes === 'recipients') throw noAddress()
  const before = channel.secret ? openSecret(vault, channel.uuid, channel.secret) : undefined
  const { address = before?.address, token = before?.token, room, recipients } = body
  const roomId = room?.id ?? before?.room
  checkTarget(kind, { address, recipients, token, room: roomId })
  if (token !== undefined && address !== before?.address && body.token === undefined)
    throw new Problem(400, 'channelInvalid', 'The URL has changed: enter the token again')
  const target = { address: address ?? '', keys: before?.keys ?? [], token, room: roomId }
  return {
    secret: address === undefined ? null : sealSecret(vault, channel.uuid, target),
    host: kind === 'slackApp' && room === undefined ? channel.host : shownTarget(address, room),
  }
}

interface Target {
  address: string | undefined
  recipients: readonly string[]
  token: string | undefined
  room: unknown
}

/** Throws 400 for a channel without recipients. */
function checkTarget(kind: ChannelKind, { address, recipients, token, room }: Target): void {
  const { takes } = settingsOf(kind)
  const isApp = takes === 'app'
  const missing = [
    ['recipients', takes === 'recipients' && recipients.length === 0],
    ['address', takes !== 'recipients' && address === undefined],
    ['token', isApp && token === undefined],
    ['channel of Slack', isApp && room === undefined],
  ] as const
  for (const [what, isMissing] of missing)
    if (isMissing)
      throw new Problem(400, 'channelInvalid', `The ${what} ${what === 'recipients' ? 'are' : 'is'} missing`)
  if (takes !== 'recipients' && recipients.length > 0)
    throw new Problem(400, 'channelInvalid', 'Only email channels have recipients')
  if (!isApp && (token !== undefined || room !== undefined))
    throw new Problem(400, 'channelInvalid', 'Only Slack app channels take a token and a Slack channel')
}

const shownTarget = (address: string | undefined, room: { name: string } | undefined) =>
  room === undefined ? hostOf(address) : `#${room.name}`
