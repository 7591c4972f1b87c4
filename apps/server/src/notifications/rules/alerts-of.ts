import type { NotificationKind, NotificationSeverity } from '@assay/contract/notification-messages.ts'
import { notificationSeverities } from '@assay/contract/notification-messages.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { displayId } from '@assay/engine/reports/display-id.ts'
import { type Domain, domains } from '@assay/engine/vocabulary.ts'
import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import { findProject, listOpenFindings, listOperators } from './facts-store.ts'
import type { Facts } from './facts.ts'
import type { Alert } from './alert.ts'

/** What an event means for the rules of an account. */
export interface AccountAlert {
  accountUuid: string
  alert: Alert
}

type Reader<T extends EventType> = (facts: Facts, event: OutboxEvent<T>) => Promise<AccountAlert[]>

const nothingElse = { severity: null, hasFix: null, project: null, memberUuid: null, detail: '' } as const

const severityOf = (severity: string): NotificationSeverity | null =>
  notificationSeverities.find((each) => each.toLowerCase() === severity) ?? null

const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const toOne = (accountUuid: string | null, alert: Alert): AccountAlert[] =>
  accountUuid === null ? [] : [{ accountUuid, alert }]
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
const scoresOf = ({ scores, minimums }: { scores: Scores; minimums: Scores | null }) =>
  domains
    .map((domain) => {
      const isBelow = minimums !== null && scores[domain] < minimums[domain]
      return `${domain} ${scores[domain]}${isBelow ? ` (minimum ${minimums[domain]})` : ''}`
    })
    .join(', ')

const opened: Reader<'findings.opened'> = async (facts, { accountUuid, payload, at }) => {
  const { branchUuid, findings, isRescan } = payload
  const known = await facts.branchOf(accountUuid, branchUuid)
  if (!known) return []
  await facts.readExploited(findings.flatMap(({ cve }) => cve ?? []))
  return findings.flatMap(({ advisoryUuid, cve, packageName, severity, isMalware, hasFix }) => {
    const isExploited = facts.isExploited(cve)
    const kinds: NotificationKind[] = [
      ...(isMalware ? (['malware'] as const) : []),
      ...(isExploited ? (['knownExploited'] as const) : []),
      ...(isRescan ? (['advisoryPublished'] as const) : []),
      'findingOpened',
    ]
    const prefix = isMalware ? 'Malware: ' : isRescan ? 'New advisory: ' : ''
    const detail = [isExploited ? 'known exploited' : '', hasFix ? 'fix available' : '']
    return toOne(accountUuid, {
      ...nothingElse,
      kinds,
      severity: severityOf(severity),
      hasFix,
      project: known.project,
      title: `${prefix}${displayId(cve, advisoryUuid)} in ${packageName}`,
      detail: detail.filter(Boolean).join(' · '),
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    })
  })
}

const ended: Reader<'findings.ended'> = async (facts, { accountUuid, payload, at }) => {
  const fixed = payload.findings.filter(({ kind }) => kind === 'upgraded' || kind === 'removed')
  if (accountUuid === null || fixed.length === 0) return []
  const known = await facts.branchOf(accountUuid, payload.branchUuid)
  if (!known) return []
  return fixed.flatMap(({ advisoryUuid, cve, packageName, fixedBy, daysToFix }) =>
    toOne(accountUuid, {
      ...nothingElse,
      kinds: ['findingFixed'],
      project: known.project,
      title: `Fixed: ${displayId(cve, advisoryUuid)} in ${packageName}`,
      detail: [fixedBy ?? '', timeOf(daysToFix)].filter(Boolean).join(' '),
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    }),
  )
}

function timeOf(daysToFix: number | null): string {
  if (daysToFix === null) return ''
  return daysToFix === 0 ? 'within a day' : `after ${countDays(daysToFix)}`
}

const countDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const overdue: Reader<'findings.overdue'> = async (facts, { accountUuid, payload, at }) => {
  const known = await facts.branchOf(accountUuid, payload.branchUuid)
  if (!known) return []
  return payload.findings.flatMap(({ advisoryUuid, cve, packageName, severity, hasFix, targetDays }) => {
    return toOne(accountUuid, {
      ...nothingElse,
      kinds: ['targetOverdue'],
      severity: severityOf(severity),
      hasFix,
      project: known.project,
      title: `Overdue: ${displayId(cve, advisoryUuid)} in ${packageName}`,
      detail: [`target ${countDays(targetDays)}`, hasFix ? 'fix available' : ''].filter(Boolean).join(' · '),
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    })
  })
}

const exploitedNow: Reader<'advisories.exploited'> = async ({ db }, { payload, accountUuid, at }) => {
  const findings = await listOpenFindings(db, payload.cves, accountUuid)
  return findings.flatMap(
    ({ accountUuid: owner, cve, advisoryUuid, packageName, severity, hasFix, project }) =>
      toOne(owner, {
        ...nothingElse,
        kinds: ['knownExploited'],
        severity: severityOf(severity),
        hasFix,
        project,
        title: `Now known exploited: ${cve} in ${packageName}`,
        detail: hasFix ? 'fix available' : '',
        groupKey: `exploited ${advisoryUuid} ${packageName}`,
        path: `/vulns?id=${advisoryUuid}`,
        at,
      }),
  )
}

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
  kev: 'The CISA KEV list',
  epss: 'The EPSS list',
  'end-of-life': 'The list of endoflife.date',
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
