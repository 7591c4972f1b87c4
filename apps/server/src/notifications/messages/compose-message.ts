import {
  type MessageLine,
  type NotificationKind,
  notificationKinds,
  type NotificationSeverity,
  notificationSeverities,
} from '@assay/contract/notification-messages.ts'
import type { WebhookBranch, WebhookFinding } from '@assay/contract/webhook-events.ts'
import type { RuleContent } from '@assay/contract/notification-rules.ts'
import type { Phrase } from './phrases.ts'

/** One item to report. Items of the same group are merged into one line. */
export interface Item {
  kind: NotificationKind
  severity: NotificationSeverity | null
  groupKey: string
  title: Phrase
  details: readonly Phrase[]
  project: { uuid: string; name: string } | null
  path: string
  /** Epoch ms. */
  at: number
}

/** One line of a message: a group of items. */
export interface ItemGroup extends Omit<MessageLine, 'title' | 'detail'> {
  title: Phrase
  details: readonly Phrase[]
}

/** What happened, in stored form. word-message.ts turns it into text for each reader. */
export interface Message {
  /** null for that of the first line. */
  title: Phrase | null
  digest: Digest | null
  /** Where all projects stand, which a weekly digest opens with. */
  verdict?: Phrase
  /** Epoch ms. */
  at: number
  lines: readonly ItemGroup[]
  more: number
  total: number
  /** For webhooks: the kind of all lines, and a part of the facts. Absent for other channels. */
  event?: WebhookPart
}

export interface WebhookPart {
  kind: NotificationKind
  findings: readonly WebhookFinding[]
  branches: readonly WebhookBranch[]
  /** From 1. */
  number: number
  of: number
}

export interface Digest {
  cadence: Exclude<RuleContent['cadence'], 'immediate'>
  timeZone: string
}

/** Further groups are counted but not listed, to keep messages readable. */
export const maxLines = 10
export const maxProjectsOfLine = 5

interface Composed {
  total: number
  groupCount: number
  /** Epoch ms. */
  at: number
  timing?: Pick<RuleContent, 'cadence' | 'timeZone'>
}

/** Combines a rule's groups into one message, most urgent first. */
export function composeMessage(
  groups: readonly ItemGroup[],
  { total, groupCount, at, timing }: Composed,
): Message {
  const lines = groups.slice(0, maxLines)
  const digest = timing ? digestOf(timing) : null
  return { title: null, digest, at, lines, more: Math.max(0, groupCount - lines.length), total }
}

const digestOf = ({ cadence, timeZone }: NonNullable<Composed['timing']>): Digest | null =>
  cadence === 'immediate' ? null : { cadence, timeZone }

/** Lower is more urgent. */
const rankOf = ({ kind, severity }: Pick<ItemGroup, 'kind' | 'severity'>): number =>
  notificationKinds.findIndex((each) => each === kind) * 10 -
  (severity ? notificationSeverities.indexOf(severity) : 0)

const byUrgency = (one: ItemGroup, other: ItemGroup): number =>
  rankOf(one) - rankOf(other) ||
  other.count - one.count ||
  (JSON.stringify(one.title) < JSON.stringify(other.title) ? -1 : 1)

/** Kinds of findings that were opened. */
export const openKinds = [
  'malware',
  'knownExploited',
  'advisoryPublished',
  'findingOpened',
] as const satisfies readonly NotificationKind[]

/** Kinds whose items are findings: those of a package are closed by the same upgrade, and are one line. */
export const findingKinds = [
  ...openKinds,
  'targetOverdue',
  'findingFixed',
] as const satisfies readonly NotificationKind[]

/** The advisory in the group key of a finding: what is before and after it is the same for all of the package. */
export const advisoryOfKey = '^(exploited )?[^ ]+ '

const isOneOf = (kinds: readonly NotificationKind[], kind: NotificationKind) => kinds.includes(kind)

const lineKeyOf = ({ kind, groupKey }: Item): string =>
  `${isOneOf(openKinds, kind) ? 'open' : kind} ${isOneOf(findingKinds, kind) ? groupKey.replace(new RegExp(advisoryOfKey), '$1') : groupKey}`

/** A line about several findings of a package names one of them, and leads to all. */
export function withOthers<Line extends Pick<ItemGroup, 'title' | 'path'>>(line: Line, others: number): Line {
  const { title } = line
  if (others === 0 || !('packageName' in title.values)) return line
  const { packageName } = title.values
  return {
    ...line,
    title: { ...title, values: { ...title.values, others } } as Phrase,
    path: `/components?show=vulnerable&q=${encodeURIComponent(packageName)}`,
  }
}

const severityRank = ({ severity }: Pick<Item, 'severity'>): number =>
  severity === null ? -1 : notificationSeverities.indexOf(severity)

/** Groups items like the store groups pending ones. */
export function groupItems(items: readonly Item[]): ItemGroup[] {
  const groups = new Map<string, { group: ItemGroup; names: Map<string, string>; titles: Set<string> }>()
  for (const item of items.toSorted(
    (a, b) =>
      notificationKinds.indexOf(a.kind) - notificationKinds.indexOf(b.kind) ||
      severityRank(b) - severityRank(a) ||
      (JSON.stringify(a.title) < JSON.stringify(b.title) ? -1 : 1),
  )) {
    const key = lineKeyOf(item)
    const { kind, severity, title, details, path } = item
    const entry = groups.get(key) ?? {
      group: { kind, severity, title, details, path, count: 0, projectCount: 0, projects: [] },
      names: new Map<string, string>(),
      titles: new Set<string>(),
    }
    entry.titles.add(JSON.stringify(title))
    entry.group.count++
    if (severityRank(item) > severityRank(entry.group)) entry.group.severity = severity
    // Facts that apply only to some lines are omitted.
    if (JSON.stringify(entry.group.details) !== JSON.stringify(details)) entry.group.details = []
    if (item.project) entry.names.set(item.project.uuid, item.project.name)
    groups.set(key, entry)
  }
  return [...groups.values()]
    .map(({ group, names, titles }) => ({
      ...withOthers(group, titles.size - 1),
      projectCount: names.size,
      projects: [...names.values()].toSorted().slice(0, maxProjectsOfLine),
    }))
    .toSorted(byUrgency)
}
