import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { type Domain, domains } from '@assay/engine/vocabulary.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { nothingElse, type Reader, toOne } from './alert-reader.ts'

/** An occurrence on a branch, grouped by its subject. */
export const ofBranch =
  <T extends 'minimum.missed' | 'minimum.met' | 'policy.violated' | 'scan.failed'>(
    read: (event: OutboxEvent<T>) => { kind: NotificationKind; title: string; detail: string },
  ): Reader<T> =>
  async (facts, event) => {
    const { accountUuid, at } = event
    const { branchUuid, projectUuid } = event.payload as { branchUuid: string; projectUuid: string }
    const known = await facts.branchOf(accountUuid, branchUuid)
    if (!known) return []
    const { kind, ...text } = read(event)
    const { project, branch } = known
    const path = `/projects?pid=${projectUuid}&branch=${encodeURIComponent(branch)}`
    const detail = [`branch ${branch}`, text.detail].filter(Boolean).join(' · ')
    const title = text.title
    const groupKey = branchUuid
    return toOne(accountUuid, { ...nothingElse, kinds: [kind], project, title, detail, groupKey, path, at })
  }

type Scores = Record<Domain, number>

/** 'security 40 (minimum 90), stability 99, licensing 100' */
export const scoresOf = ({ scores, minimums }: { scores: Scores; minimums: Scores | null }) =>
  domains
    .map((domain) => {
      const isBelow = minimums !== null && scores[domain] < minimums[domain]
      return `${domain} ${scores[domain]}${isBelow ? ` (minimum ${minimums[domain]})` : ''}`
    })
    .join(', ')
