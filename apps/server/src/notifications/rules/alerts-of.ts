import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import type { Alert } from './alert.ts'
import { type AccountAlert, noDetails, type Reader, toOne } from './alert-reader.ts'
import { findProject, listOperators } from './facts-store.ts'
import type { Facts } from './facts.ts'
import { caseDueSoon, caseOpened, caseOverdue } from './case-alerts.ts'
import { ended, exploitedNow, opened, overdue } from './finding-alerts.ts'

const verbatim = (text: string): Phrase[] => (text === '' ? [] : [phrase('verbatim', { text })])

const toOperators = async (
  { db }: Facts,
  accountUuid: string | null,
  alert: Alert,
): Promise<AccountAlert[]> =>
  (accountUuid === null ? await listOperators(db) : [accountUuid]).map((each) => ({
    accountUuid: each,
    alert,
  }))

/** An occurrence on a branch, grouped by its subject. */
const ofBranch =
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

const ofMembers =
  <T extends 'member.invited' | 'member.role-changed' | 'member.removed'>(
    title: (event: OutboxEvent<T>) => Phrase,
    by: (event: OutboxEvent<T>) => string | null = () => null,
  ): Reader<T> =>
  async (_facts, event) => {
    const { uuid: groupKey, accountUuid, at } = event
    const path = '/settings/members'
    const email = by(event)
    const alert = {
      ...noDetails,
      kinds: ['memberChanged'],
      title: title(event),
      details: email === null ? [] : [phrase('changedBy', { email })],
      groupKey,
      path,
      at,
    } as const
    return toOne(accountUuid, alert)
  }

const ecosystemName = (id: string) => ecosystems.find((each) => each.id === id)?.name ?? id

const sourceFailing = (source: string, reason: string, at: number): Alert => ({
  ...noDetails,
  kinds: ['sourceFailing'],
  title: phrase('sourceFailing', { source: ecosystemName(source) }),
  details: verbatim(reason.slice(0, 300)),
  groupKey: `source ${source}`,
  path: '/status',
  at,
})

const scoresOf = ({
  scores,
  minimums,
  coverage,
  measured,
}: OutboxEvent<'minimum.met'>['payload']): Phrase[] => [
  phrase('scores', { scores, minimums, measured }),
  ...(coverage ? [phrase('coverage', { listed: coverage.listed, checked: coverage.checked })] : []),
]

type Readers = { [T in EventType]?: Reader<T> }

const readers = {
  'findings.opened': opened,
  'findings.ended': ended,
  'findings.overdue': overdue,
  'advisories.exploited': exploitedNow,
  'case.opened': caseOpened,
  'case.overdue': caseOverdue,
  'case.due-soon': caseDueSoon,
  'minimum.missed': ofBranch(({ payload }) => ({
    kind: 'minimumMissed',
    title: phrase('minimumMissed', {}),
    details: scoresOf(payload),
  })),
  'minimum.met': ofBranch(({ payload }) => ({
    kind: 'minimumMet',
    title: phrase('minimumMet', {}),
    details: scoresOf(payload),
  })),
  'policy.violated': ofBranch(({ payload: { policies, componentCount } }) => ({
    kind: 'policyViolated',
    title: phrase('policyViolated', { policies: policies.join(', ').slice(0, 200) }),
    details: [phrase('componentCount', { count: componentCount })],
  })),
  'scan.failed': ofBranch(({ payload }) => ({
    kind: 'scanFailed',
    title: phrase('scanFailed', {}),
    details: verbatim(payload.reason.slice(0, 300)),
  })),
  'source.failing': (facts, { accountUuid, payload, at }) =>
    toOperators(facts, accountUuid, sourceFailing(payload.source, payload.reason, at)),
  'advisories.sync-failed': (facts, { accountUuid, payload, at }) =>
    toOperators(facts, accountUuid, {
      ...sourceFailing('all', payload.reason, at),
      title: phrase('syncFailed', {}),
    }),
  'advisories.old': async (_facts, { accountUuid, payload, at }) =>
    toOne(accountUuid, {
      ...noDetails,
      kinds: ['advisoryDataOld'],
      title: phrase('advisoryDataOld', {}),
      details: verbatim(payload.ecosystems.map(ecosystemName).join(', ')),
      groupKey: 'advisory data',
      path: '/status',
      at,
    }),
  'token.ending': async (_facts, { accountUuid, payload, at }) =>
    toOne(accountUuid, {
      ...noDetails,
      kinds: ['tokenEnding'],
      memberUuid: payload.memberUuid,
      title: phrase('tokenEnding', { name: payload.name, expiresAt: payload.expiresAt }),
      groupKey: payload.tokenUuid,
      path: '/settings/security',
      at,
    }),
  'exclusion.ending': async ({ db }, { accountUuid, payload, at }) => {
    const { projectUuid } = payload
    if (accountUuid === null) return []
    const project = projectUuid === null ? null : await findProject(db, { accountUuid, projectUuid })
    return toOne(accountUuid, {
      ...noDetails,
      kinds: ['exclusionEnding'],
      project: project ?? null,
      title: phrase('exclusionEnding', { subject: payload.subject, expiresAt: payload.expiresAt }),
      details: verbatim(payload.description.slice(0, 300)),
      groupKey: payload.exclusionUuid,
      path: '/settings/exclusions',
      at,
    })
  },
  'member.invited': ofMembers(({ payload: { email } }) => phrase('memberInvited', { email })),
  'member.role-changed': ofMembers(
    ({ payload: { email, teamUuid, before, after } }) =>
      phrase('roleChanged', { email, isOfTeam: teamUuid !== null, before, after }),
    ({ payload }) => payload.by,
  ),
  'member.removed': ofMembers(
    ({ payload: { email } }) => phrase('memberRemoved', { email }),
    ({ payload }) => payload.by,
  ),
} satisfies Readers

export const alertTypes = Object.keys(readers) as (keyof typeof readers)[]
export type AlertType = keyof typeof readers

/** Describes an event for rules. */
export const alertsOf = (facts: Facts, event: OutboxEvent<AlertType>): Promise<AccountAlert[]> =>
  (readers[event.type] as Reader<AlertType>)(facts, event)
