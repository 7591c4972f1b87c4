import type { NotificationKind, NotificationSeverity } from '@assay/contract/notification-messages.ts'

/** Something that rules may tell. */
export interface Happening {
  /** What it can be told as; several where one event is news in several ways. */
  kinds: readonly NotificationKind[]
  severity: NotificationSeverity | null
  /** null: that is no question here. */
  hasFix: boolean | null
  project: ProjectFacts | null
  /** The one member whom it concerns, beside administrators; null: nobody in particular. */
  memberUuid: string | null
  /** Of one group in several projects becomes one line. */
  groupKey: string
  title: string
  detail: string
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
