import {
  type NotificationKind,
  notificationKinds,
  notificationSeverities,
} from '@assay/contract/notification-messages.ts'
import type { Alert } from './alert.ts'
import { isVisible, visibilityOf, type RuleOwner } from './item-visibility.ts'
import type { RuleSettings } from './rule-settings.ts'

export interface Rule {
  owner: RuleOwner
  kinds: readonly string[]
  settings: Pick<RuleSettings, 'minimumSeverity' | 'onlyWithFix' | 'projectUuids' | 'tags'>
}

/** The most urgent matching kind of the rule; null if none matches. */
export function matchRule({ owner, kinds, settings }: Rule, alert: Alert): NotificationKind | null {
  if (!isVisible(visibilityOf(owner), alert) || !isChosen(settings, alert)) return null
  const fitting = alert.kinds.filter((kind) => kinds.includes(kind) && passes(settings, kind, alert))
  return notificationKinds.find((kind) => fitting.includes(kind)) ?? null
}

function isChosen({ projectUuids, tags }: Rule['settings'], { project }: Alert): boolean {
  if (projectUuids.length === 0 && tags.length === 0) return true
  if (!project) return false
  return projectUuids.includes(project.uuid) || tags.some((tag) => project.tags.includes(tag))
}

/** Malware and known exploited vulnerabilities match regardless of severity and fix. */
const filtered: ReadonlySet<NotificationKind> = new Set(['findingOpened', 'advisoryPublished'])

function passes(
  { minimumSeverity, onlyWithFix }: Rule['settings'],
  kind: NotificationKind,
  { severity, hasFix }: Alert,
): boolean {
  if (!filtered.has(kind)) return true
  if (onlyWithFix && hasFix === false) return false
  // An unknown severity could be any, so it matches.
  if (severity === null) return true
  return notificationSeverities.indexOf(severity) >= notificationSeverities.indexOf(minimumSeverity)
}
