import { languages } from '@assay/contract/languages.ts'
import { randomUUID } from 'node:crypto'
import { hostOf, sealSecret } from '#notifications/channels/core/channel-secret.ts'
import {
  type ChannelRow,
  deleteChannel,
  findDefault,
  upsertChannel,
} from '#notifications/channels/core/store.ts'
import { forgetChannel } from '#notifications/rules/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'

interface Setting {
  kind: 'email' | 'slack'
  teamUuid: string | null
  /** null removes the channel. */
  value: { recipients: string[] } | { url: string } | null
}

const names = { email: 'Email', slack: 'Slack' }

/** Sets or removes a default channel. */
export async function setDefault(
  { vault }: Pick<AppContext, 'vault'>,
  tx: Tx,
  { scope, kind, teamUuid, value }: Setting & { scope: Scope },
): Promise<void> {
  const existing = await findDefault(tx, scope, { teamUuid, kind })
  if (value === null) return existing && removeChannel(tx, scope, existing)
  const uuid = existing?.uuid ?? randomUUID()
  const address = 'url' in value ? value.url : undefined
  await upsertChannel(tx, scope, {
    uuid,
    teamUuid,
    kind,
    name: existing?.name ?? names[kind],
    recipients: 'recipients' in value ? value.recipients : [],
    secret: address === undefined ? null : sealSecret(vault, uuid, { address, keys: [] }),
    host: hostOf(address),
    language: existing?.language ?? languages[0],
    active: true,
    isDefault: true,
  })
}

async function removeChannel(tx: Tx, scope: Scope, { uuid }: ChannelRow): Promise<void> {
  await forgetChannel(tx, scope, uuid)
  await deleteChannel(tx, scope, uuid)
}
