import type { ChannelKind } from '@assay/contract/notification-channels.ts'
import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { TheirRule } from './dependency-track-objects.ts'

const kinds: Readonly<Record<string, readonly NotificationKind[]>> = {
  NEW_VULNERABILITY: ['findingOpened', 'advisoryPublished'],
  NEW_VULNERABILITIES_SUMMARY: ['findingOpened', 'advisoryPublished'],
  NEW_VULNERABLE_DEPENDENCY: ['findingOpened'],
  POLICY_VIOLATION: ['policyViolated'],
  NEW_POLICY_VIOLATIONS_SUMMARY: ['policyViolated'],
  BOM_PROCESSING_FAILED: ['scanFailed'],
  BOM_VALIDATION_FAILED: ['scanFailed'],
  DATASOURCE_MIRRORING: ['sourceFailing'],
  USER_CREATED: ['memberChanged'],
  USER_DELETED: ['memberChanged'],
}

/** What is sent at the level ERROR; everything else is information. */
const errors = /_FAILED$|^DATASOURCE_MIRRORING$/

const channels: readonly [publisher: RegExp, kind: ChannelKind][] = [
  [/slack/i, 'slack'],
  [/teams/i, 'teams'],
  [/mattermost/i, 'mattermost'],
  [/email/i, 'email'],
  [/webhook/i, 'webhook'],
]

export interface MappedRule {
  name: string
  kinds: NotificationKind[]
  tags: string[]
  active: boolean
  channel: { kind: ChannelKind; recipients: string[] } | { kind: ChannelKind; address: string }
  /** Events that are not reported. */
  without: string[]
}

/** The destination of a rule that Dependency-Track keeps to itself; null if nobody tells it. */
export type SecretOf = (rule: { name: string; kind: string }) => Promise<string | null>

/** A rule and where it is sent to, asking for what Dependency-Track keeps to itself; or why it cannot be mapped. */
export async function mapRule(rule: TheirRule, secretOf: SecretOf): Promise<MappedRule | { why: string }> {
  const { name, enabled = true, notifyOn = [], tags = [], projects = [], publisher } = rule
  const kind = channels.find(([pattern]) => pattern.test(publisher?.name ?? ''))?.[1]
  if (kind === undefined)
    return { why: `its publisher ${publisher?.name ?? 'is missing and'} has no counterpart` }
  if (projects.length > 0) return { why: 'it is limited to projects; choose them in a new rule' }
  const level = rule.notificationLevel ?? rule.level ?? 'INFORMATIONAL'
  const sent = notifyOn.filter((group) => level === 'INFORMATIONAL' || errors.test(group))
  if (sent.length === 0 && notifyOn.length > 0)
    return { why: `none of its events has its level ${level}, so it never sends anything there` }
  const mapped = new Set(sent.flatMap((group) => ownProperty(kinds, group) ?? []))
  if (mapped.size === 0) return { why: `its events have no counterpart: ${notifyOn.join(', ') || 'none'}` }
  const told = channelOf(kind, destinationOf(rule.publisherConfig))
  const channel = told ?? channelOf(kind, (await secretOf({ name, kind })) ?? '')
  if (!channel)
    return { why: 'its destination is a secret that is not told: name it in the file of --secrets' }
  const without = notifyOn.filter((group) => !sent.includes(group) || ownProperty(kinds, group) === undefined)
  return { name, kinds: [...mapped], tags: tags.map((tag) => tag.name), active: enabled, channel, without }
}

function channelOf(kind: ChannelKind, destination: string): MappedRule['channel'] | null {
  if (kind === 'email') {
    const recipients = destination.split(',').map((address) => address.trim())
    return recipients.every((address) => address.includes('@')) ? { kind, recipients } : null
  }
  return URL.canParse(destination) && /^https?:/.test(destination) ? { kind, address: destination } : null
}

/** Version 4 has 'destination', version 5 a name of each publisher. */
function destinationOf(config: string | null | undefined): string {
  try {
    const read: unknown = JSON.parse(config ?? '{}')
    if (typeof read !== 'object' || read === null) return ''
    const { destination, destinationUrl, recipients } = read as Record<string, unknown>
    const found =
      destination ?? destinationUrl ?? (Array.isArray(recipients) ? recipients.join(',') : recipients)
    return typeof found === 'string' ? found : ''
  } catch {
    return ''
  }
}
