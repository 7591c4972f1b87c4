import { ecosystems } from '@assay/engine/ecosystems.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import type { Alert } from './alert.ts'
import { type AccountAlert, nothingElse, type Reader, toOne } from './alert-reader.ts'
import { ofBranch, scoresOf } from './branch-alerts.ts'
import { findProject, listOperators } from './facts-store.ts'
import type { Facts } from './facts.ts'
import { ended, exploitedNow, opened, overdue } from './finding-alerts.ts'

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

const toOperators = async (
  { db }: Facts,
  accountUuid: string | null,
  alert: Alert,
): Promise<AccountAlert[]> =>
  (accountUuid === null ? await listOperators(db) : [accountUuid]).map((each) => ({
    accountUuid: each,
    alert,
  }))

const ofMembers =
  <T extends 'member.invited' | 'member.role-changed' | 'member.removed'>(
    title: (event: OutboxEvent<T>) => string,
    by: (event: OutboxEvent<T>) => string | null = () => null,
  ): Reader<T> =>
  async (_facts, event) => {
    const { uuid: groupKey, accountUuid, at } = event
    const path = '/settings/members'
    const alert = {
      ...nothingElse,
      kinds: ['memberChanged'],
      title: title(event),
      detail: by(event) === null ? '' : `by ${by(event)}`,
      groupKey,
      path,
      at,
    } as const
    return toOne(accountUuid, alert)
  }

const sourceNames: Readonly<Record<string, string>> = {
  kev: 'The CISA KEV catalog',
  epss: 'The EPSS feed',
  'end-of-life': 'The endoflife.date feed',
}

const ecosystemName = (id: string) => ecosystems.find((each) => each.id === id)?.name ?? id

const sourceFailing = (source: string, reason: string, at: number): Alert => ({
  ...nothingElse,
  kinds: ['sourceFailing'],
  title: `${ownProperty(sourceNames, source) ?? `The advisory feed for ${ecosystemName(source)}`} cannot be read`,
  detail: reason.slice(0, 300),
  groupKey: `source ${source}`,
  path: '/status',
  at,
})

type Readers = { [T in EventType]?: Reader<T> }

const readers = {
  'findings.opened': opened,
  'findings.ended': ended,
  'findings.overdue': overdue,
  'advisories.exploited': exploitedNow,
  'minimum.missed': ofBranch(({ payload }) => ({
    kind: 'minimumMissed',
    title: 'Below the minimum score',
    detail: scoresOf(payload),
  })),
  'minimum.met': ofBranch(({ payload }) => ({
    kind: 'minimumMet',
    title: 'Meets the minimum scores again',
    detail: scoresOf(payload),
  })),
  'policy.violated': ofBranch(({ payload: { policies, componentCount } }) => ({
    kind: 'policyViolated',
    title: `License policy violated: ${policies.join(', ').slice(0, 200)}`,
    detail: componentCount === 1 ? '1 component' : `${componentCount} components`,
  })),
  'scan.failed': ofBranch(({ payload }) => ({
    kind: 'scanFailed',
    title: 'Scan failed',
    detail: payload.reason.slice(0, 300),
  })),
  'source.failing': (facts, { accountUuid, payload, at }) =>
    toOperators(facts, accountUuid, sourceFailing(payload.source, payload.reason, at)),
  'advisories.sync-failed': (facts, { accountUuid, payload, at }) =>
    toOperators(facts, accountUuid, {
      ...sourceFailing('all', payload.reason, at),
      title: 'Advisories could not be synced',
    }),
  'advisories.old': async (_facts, { accountUuid, payload, at }) =>
    toOne(accountUuid, {
      ...nothingElse,
      kinds: ['advisoryDataOld'],
      title: 'Advisory data is out of date',
      detail: payload.ecosystems.map(ecosystemName).join(', '),
      groupKey: 'advisory data',
      path: '/status',
      at,
    }),
  'token.ending': async (_facts, { accountUuid, payload, at }) =>
    toOne(accountUuid, {
      ...nothingElse,
      kinds: ['tokenEnding'],
      memberUuid: payload.memberUuid,
      title: `API token ${payload.name} expires on ${day(payload.expiresAt)}`,
      groupKey: payload.tokenUuid,
      path: '/settings/security',
      at,
    }),
  'exclusion.ending': async ({ db }, { accountUuid, payload, at }) => {
    const { projectUuid } = payload
    if (accountUuid === null) return []
    const project = projectUuid === null ? null : await findProject(db, { accountUuid, projectUuid })
    return toOne(accountUuid, {
      ...nothingElse,
      kinds: ['exclusionEnding'],
      project: project ?? null,
      title: `The exclusion ${payload.subject && `of ${payload.subject} `}expires on ${day(payload.expiresAt)}`,
      detail: payload.description.slice(0, 300),
      groupKey: payload.exclusionUuid,
      path: '/settings/exclusions',
      at,
    })
  },
  'member.invited': ofMembers(({ payload }) => `${payload.email} was invited`),
  'member.role-changed': ofMembers(
    ({ payload: { email, teamUuid, before, after } }) =>
      `The ${teamUuid === null ? '' : 'team '}role of ${email} was changed from ${before} to ${after}`,
    ({ payload }) => payload.by,
  ),
  'member.removed': ofMembers(
    ({ payload }) => `${payload.email} was removed`,
    ({ payload }) => payload.by,
  ),
} satisfies Readers

export const alertTypes = Object.keys(readers) as (keyof typeof readers)[]
export type AlertType = keyof typeof readers

/** Describes an event for rules. */
export const alertsOf = (facts: Facts, event: OutboxEvent<AlertType>): Promise<AccountAlert[]> =>
  (readers[event.type] as Reader<AlertType>)(facts, event)
