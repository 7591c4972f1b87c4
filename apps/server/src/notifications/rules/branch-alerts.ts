import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { noDetails, type Reader, toOne } from './alert-reader.ts'

/** An occurrence on a branch, grouped by its subject. */
export const ofBranch =
  <T extends 'minimum.missed' | 'minimum.met' | 'policy.violated' | 'scan.failed'>(
    read: (event: OutboxEvent<T>) => { kind: NotificationKind; title: Phrase; details: readonly Phrase[] },
  ): Reader<T> =>
  async (facts, event) => {
    const { accountUuid, at } = event
    const { branchUuid, projectUuid } = event.payload as { branchUuid: string; projectUuid: string }
    const described = await facts.branchOf(accountUuid, branchUuid)
    if (!described) return []
    const { kind, title, ...text } = read(event)
    const { project, branch } = described
    const path = `/projects?pid=${projectUuid}&branch=${encodeURIComponent(branch)}`
    const details = [phrase('branch', { name: branch }), ...text.details]
    const groupKey = branchUuid
    return toOne(accountUuid, { ...noDetails, kinds: [kind], project, title, details, groupKey, path, at })
  }
