import type { NotificationKind, NotificationSeverity } from '@assay/contract/notification-messages.ts'
import type { Phrase } from '#notifications/messages/phrases.ts'

/** An occurrence that rules can notify about. */
export interface Alert {
  /** The notification kinds it matches; one event can match several. */
  kinds: readonly NotificationKind[]
  severity: NotificationSeverity | null
  /** null if not applicable. */
  hasFix: boolean | null
  project: ProjectFacts | null
  /** The member it concerns, notified in addition to administrators; null if none in particular. */
  memberUuid: string | null
  /** The finding it is about; absent if it is about none, or about several. */
  findingUuid?: string
  /** Occurrences of one group in several projects are merged into one line. */
  groupKey: string
  title: Phrase
  details: readonly Phrase[]
  path: string
  /** Epoch ms. */
  at: number
}

export interface ProjectFacts {
  uuid: string
  name: string
  teamUuid: string | null
  tags: readonly string[]
}
