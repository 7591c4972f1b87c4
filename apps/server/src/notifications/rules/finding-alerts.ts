import type { NotificationKind, NotificationSeverity } from '@assay/contract/notification-messages.ts'
import { notificationSeverities } from '@assay/contract/notification-messages.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { OpeningCause } from '#platform/outbox/events.ts'
import { noDetails, type Reader, toOne } from './alert-reader.ts'
import { listOpenFindings } from './facts-store.ts'

export const opened: Reader<'findings.opened'> = async (facts, { accountUuid, payload, at }) => {
  const { branchUuid, findings, isRescan } = payload
  const branch = await facts.branchOf(accountUuid, branchUuid)
  if (!branch) return []
  await facts.readExploited(findings.flatMap(cvesOf))
  return findings.flatMap((finding) => {
    const { findingUuid, advisoryUuid, packageName, severity, isMalware, hasFix, cause } = finding
    // Rescans have other causes than new advisories: an exclusion that ended, a changed setting.
    const isPublished = isRescan && (cause === 'advisory' || cause === null)
    const isExploited = cvesOf(finding).some((cve) => facts.isExploited(cve))
    const kinds: NotificationKind[] = [
      ...(isMalware ? (['malware'] as const) : []),
      ...(isExploited ? (['knownExploited'] as const) : []),
      ...(isPublished ? (['advisoryPublished'] as const) : []),
      'findingOpened',
    ]
    const title = isMalware ? 'malwareFound' : isPublished ? 'advisoryPublished' : 'findingOpened'
    return toOne(accountUuid, {
      ...noDetails,
      kinds,
      findingUuid,
      severity: severityOf(severity),
      hasFix,
      project: branch.project,
      title: phrase(title, { id: displayId(finding), packageName }),
      details: [...reopenedBy(cause), ...(isExploited ? [phrase('exploited', {})] : []), ...fixOf(hasFix)],
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    })
  })
}

export const ended: Reader<'findings.ended'> = async (facts, { accountUuid, payload, at }) => {
  const fixed = payload.findings.filter(({ kind }) => kind === 'upgraded' || kind === 'removed')
  if (accountUuid === null || fixed.length === 0) return []
  const branch = await facts.branchOf(accountUuid, payload.branchUuid)
  if (!branch) return []
  return fixed.flatMap(({ findingUuid, advisoryUuid, packageName, fixedBy, daysToFix, ...names }) =>
    toOne(accountUuid, {
      ...noDetails,
      kinds: ['findingFixed'],
      findingUuid,
      project: branch.project,
      title: phrase('findingFixed', { id: displayId({ ...names, advisoryUuid }), packageName }),
      details: [phrase('fixedBy', { release: fixedBy ?? '', days: daysToFix })],
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    }),
  )
}

export const overdue: Reader<'findings.overdue'> = async (facts, { accountUuid, payload, at }) => {
  const branch = await facts.branchOf(accountUuid, payload.branchUuid)
  if (!branch) return []
  return payload.findings.flatMap((finding) => {
    const { findingUuid, advisoryUuid, packageName, severity, hasFix, targetDays } = finding
    return toOne(accountUuid, {
      ...noDetails,
      kinds: ['targetOverdue'],
      findingUuid,
      severity: severityOf(severity),
      hasFix,
      project: branch.project,
      title: phrase('targetOverdue', { id: displayId(finding), packageName }),
      details: [phrase('target', { days: targetDays }), ...fixOf(hasFix)],
      groupKey: `${advisoryUuid} ${packageName}`,
      path: `/vulns?id=${advisoryUuid}`,
      at,
    })
  })
}

export const exploitedNow: Reader<'advisories.exploited'> = async (
  { db, onlyAccount },
  { payload, accountUuid, at },
) => {
  const findings = await listOpenFindings(db, payload.cves, accountUuid ?? onlyAccount)
  return findings.flatMap(
    ({ accountUuid: owner, cve, advisoryUuid, packageName, severity, hasFix, project }) =>
      toOne(owner, {
        ...noDetails,
        kinds: ['knownExploited'],
        severity: severityOf(severity),
        hasFix,
        project,
        title: phrase('nowExploited', { id: cve, packageName }),
        details: fixOf(hasFix),
        groupKey: `exploited ${advisoryUuid} ${packageName}`,
        path: `/vulns?id=${advisoryUuid}`,
        at,
      }),
  )
}

/** Events of older versions have only a CVE. */
const cvesOf = ({ cve, cves }: { cve: string | null; cves: readonly string[] }): readonly string[] =>
  cves.length > 0 || cve === null ? cves : [cve]

const reopenedBy = (cause: OpeningCause | null): Phrase[] =>
  cause === 'exclusion-ended' || cause === 'vex-withdrawn' || cause === 'coverage-restored'
    ? [phrase('reopened', { cause })]
    : []

const fixOf = (hasFix: boolean): Phrase[] => (hasFix ? [phrase('fixAvailable', {})] : [])

const severityOf = (severity: string): NotificationSeverity | null =>
  notificationSeverities.find((each) => each.toLowerCase() === severity) ?? null
