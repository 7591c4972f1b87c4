import type { NotificationKind, NotificationSeverity } from '@assay/contract/notification-messages.ts'
import { notificationSeverities } from '@assay/contract/notification-messages.ts'
import { displayId } from '@assay/engine/reports/display-id.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import { noDetails, type Reader, toOne } from './alert-reader.ts'
import { listOpenFindings } from './facts-store.ts'

export const opened: Reader<'findings.opened'> = async (facts, { accountUuid, payload, at }) => {
  const { branchUuid, findings, isRescan } = payload
  const branch = await facts.branchOf(accountUuid, branchUuid)
  if (!branch) return []
  await facts.readExploited(findings.flatMap(({ cve }) => cve ?? []))
  return findings.flatMap(({ advisoryUuid, cve, packageName, severity, isMalware, hasFix }) => {
    const isExploited = facts.isExploited(cve)
    const kinds: NotificationKind[] = [
      ...(isMalware ? (['malware'] as const) : []),
      ...(isExploited ? (['knownExploited'] as const) : []),
      ...(isRescan ? (['advisoryPublished'] as const) : []),
      'findingOpened',
    ]
    const title = isMalware ? 'malwareFound' : isRescan ? 'advisoryPublished' : 'findingOpened'
    return toOne(accountUuid, {
      ...noDetails,
      kinds,
      severity: severityOf(severity),
      hasFix,
      project: branch.project,
      title: phrase(title, { id: displayId(cve, advisoryUuid), packageName }),
      details: [...(isExploited ? [phrase('exploited', {})] : []), ...fixOf(hasFix)],
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
  return fixed.flatMap(({ advisoryUuid, cve, packageName, fixedBy, daysToFix }) =>
    toOne(accountUuid, {
      ...noDetails,
      kinds: ['findingFixed'],
      project: branch.project,
      title: phrase('findingFixed', { id: displayId(cve, advisoryUuid), packageName }),
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
  return payload.findings.flatMap(({ advisoryUuid, cve, packageName, severity, hasFix, targetDays }) => {
    return toOne(accountUuid, {
      ...noDetails,
      kinds: ['targetOverdue'],
      severity: severityOf(severity),
      hasFix,
      project: branch.project,
      title: phrase('targetOverdue', { id: displayId(cve, advisoryUuid), packageName }),
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

const fixOf = (hasFix: boolean): Phrase[] => (hasFix ? [phrase('fixAvailable', {})] : [])

const severityOf = (severity: string): NotificationSeverity | null =>
  notificationSeverities.find((each) => each.toLowerCase() === severity) ?? null
