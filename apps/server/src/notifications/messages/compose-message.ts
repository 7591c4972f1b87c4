import {
  type MessageLine,
  type NotificationKind,
  notificationKinds,
  type NotificationMessage,
  type NotificationSeverity,
  notificationSeverities,
} from '@assay/contract/notification-messages.ts'

/** One item to report. Items of the same group are merged into one line. */
export interface Item {
  kind: NotificationKind
  severity: NotificationSeverity | null
  groupKey: string
  title: string
  detail: string
  project: { uuid: string; name: string } | null
  path: string
  /** Epoch ms. */
  at: number
}

/** Number of items in the group. */
export interface ItemGroup extends Omit<MessageLine, 'projectCount'> {
  projectCount: number
}

/** Further groups are counted but not listed, to keep messages readable. */
export const maxLines = 20
export const maxProjectsOfLine = 5

interface Composed {
  total: number
  groupCount: number
  /** Epoch ms. */
  at: number
  /** Name of the digest, with its period; null for immediate messages. */
  digest?: string | null
}

/** Combines a rule's groups into one message, most urgent first. */
export function composeMessage(
  groups: readonly ItemGroup[],
  { total, groupCount, at, digest = null }: Composed,
): NotificationMessage {
  const lines = groups.slice(0, maxLines)
  const title = titleOf(lines, groupCount)
  return {
    title: digest === null ? title : `${digest}: ${title}`,
    at,
    lines,
    more: Math.max(0, groupCount - lines.length),
    total,
  }
}

function titleOf(lines: readonly ItemGroup[], groupCount: number): string {
  const [first] = lines
  if (!first) return 'No events'
  if (groupCount === 1) return `${first.title}${inProjects(first)}`
  return `${first.title}${inProjects(first)}, and ${groupCount - 1} more`
}

function inProjects({
  projectCount,
  projects: [name],
}: Pick<ItemGroup, 'projectCount' | 'projects'>): string {
  if (projectCount === 0 || name === undefined) return ''
  return projectCount === 1 ? ` in ${name}` : ` in ${projectCount.toLocaleString('en-US')} projects`
}

/** Lower is more urgent. */
const rankOf = ({ kind, severity }: Pick<ItemGroup, 'kind' | 'severity'>): number =>
  notificationKinds.indexOf(kind) * 10 - (severity ? notificationSeverities.indexOf(severity) : 0)

export const byUrgency = (one: ItemGroup, other: ItemGroup): number =>
  rankOf(one) - rankOf(other) || other.count - one.count || (one.title < other.title ? -1 : 1)

/** Groups items like the store groups pending ones. */
export function groupItems(items: readonly Item[]): ItemGroup[] {
  const groups = new Map<string, { group: ItemGroup; names: Map<string, string> }>()
  for (const item of items) {
    const key = `${item.kind} ${item.groupKey}`
    const { kind, severity, title, detail, path } = item
    const known = groups.get(key) ?? {
      group: { kind, severity, title, detail, path, count: 0, projectCount: 0, projects: [] },
      names: new Map<string, string>(),
    }
    known.group.count++
    // Facts that apply only to some lines are omitted.
    if (known.group.detail !== detail) known.group.detail = ''
    if (item.project) known.names.set(item.project.uuid, item.project.name)
    groups.set(key, known)
  }
  return [...groups.values()]
    .map(({ group, names }) => ({
      ...group,
      projectCount: names.size,
      projects: [...names.values()].toSorted().slice(0, maxProjectsOfLine),
    }))
    .toSorted(byUrgency)
}
