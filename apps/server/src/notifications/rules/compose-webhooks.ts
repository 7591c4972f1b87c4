import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { notificationKinds } from '@assay/contract/notification-messages.ts'
import type { WebhookBranch, WebhookFinding } from '@assay/contract/webhook-events.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { namePeople } from '#accounts/members/assignee-store.ts'
import { accountScope } from '#auth/scope.ts'
import { listSignals, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ItemVisibility } from './item-visibility.ts'
import type { RuleKey } from './store.ts'
import {
  type BranchRow,
  type FindingRow,
  type ItemsOfKind,
  listAliases,
  listBranchesOfItems,
  listFindingsOfItems,
  listKinds,
  listPurls,
  purlKey,
} from './webhook-facts-store.ts'

/** The specification recommends at most 20 kB for the whole body; the sentences need some of it. */
const maxFindingBytes = 12_000

interface Composing {
  due: RuleKey
  visibility: ItemVisibility
  /** Public address of the server. */
  origin: string
  /** The sentences on the items of a kind. */
  compose(kind: NotificationKind): Promise<Message | null>
}

/** For webhooks: one message per kind of event, with the facts of all its findings, in parts. */
export async function composeWebhooks(
  tx: Tx,
  { due, visibility, origin, compose }: Composing,
): Promise<Message[]> {
  const known = new Set(await listKinds(tx, due, visibility))
  const messages: Message[] = []
  for (const kind of notificationKinds.filter((each) => known.has(each))) {
    const message = await compose(kind)
    if (!message) continue
    const items = { ...due, kind, visibility }
    const findings = await describeFindings(tx, items, origin)
    const branches = (await listBranchesOfItems(tx, items)).map((row) => wireBranch(row, origin))
    const parts = inParts(findings)
    for (const [index, part] of parts.entries()) {
      const event = {
        kind,
        findings: part,
        branches: index === 0 ? branches : [],
        number: index + 1,
        of: parts.length,
      }
      messages.push(index === 0 ? { ...message, event } : { ...message, lines: [], more: 0, event })
    }
  }
  return messages
}

/** At least one part. */
function inParts(findings: readonly WebhookFinding[]): WebhookFinding[][] {
  const parts: WebhookFinding[][] = [[]]
  let bytes = 0
  for (const finding of findings) {
    const size = Buffer.byteLength(JSON.stringify(finding))
    if (bytes > 0 && bytes + size > maxFindingBytes) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)!.push(finding)
    bytes += size
  }
  return parts
}

async function describeFindings(tx: Tx, items: ItemsOfKind, origin: string): Promise<WebhookFinding[]> {
  const rows = await listFindingsOfItems(tx, items)
  if (rows.length === 0) return []
  const aliases = await listAliases(tx, [...new Set(rows.map(({ advisoryUuid }) => advisoryUuid))])
  const signals = await listSignals(tx, [...new Set(rows.flatMap(cvesOf))])
  const purls = await listPurls(tx, items.accountUuid, rows)
  const assignees = rows.map(({ assigneeUuid }) => assigneeUuid)
  const people = await namePeople(tx, accountScope(items.accountUuid), assignees)
  return rows.map((row) => {
    const signal = worstSignal(signals, cvesOf(row))
    const { cve, publicId, advisoryUuid } = row
    const cves = cvesOf(row)
    return {
      ...whereOf(row, origin),
      uuid: row.uuid,
      advisoryUuid,
      displayId: displayId({ cve, publicId, advisoryUuid }),
      cve,
      cves,
      aliases: (aliases.get(advisoryUuid) ?? [])
        .filter((alias) => !cves.includes(alias))
        .slice(0, maxAliases),
      ecosystem: row.ecosystem,
      package: row.package,
      versions: row.versions.slice(0, maxVersions).map(({ version }) => versionOf(row, version, purls)),
      severity: toWireSeverity[row.severity as Severity],
      cvss: row.cvss,
      category: row.category as WebhookFinding['category'],
      state: row.endedAt === null ? 'open' : 'fixed',
      triageState: row.endedAt === null ? (row.triageState as WebhookFinding['triageState']) : 'fixed',
      assignee: (row.assigneeUuid !== null && people.get(row.assigneeUuid)) || null,
      dueDate: row.dueDate,
      isOverdue: row.isOverdue,
      isKnownExploited: signal?.isKnownExploited ?? false,
      epss: signal?.epss ?? null,
      introducedAt: row.introducedAt.getTime(),
      introducedBy: row.introducedBy as WebhookFinding['introducedBy'],
      endedAt: row.endedAt?.getTime() ?? null,
      fixedBy: row.fixedBy,
    }
  })
}

/** Of one finding; some updates of distributions have hundreds. */
const maxAliases = 20
const maxVersions = 20

/** Findings of earlier versions have only a CVE. */
const cvesOf = ({ cve, cves }: FindingRow): string[] => (cves.length > 0 || cve === null ? cves : [cve])

function versionOf(row: FindingRow, version: string, purls: ReadonlyMap<string, string>) {
  const { ecosystem, fixedVersions } = row
  const named = { ecosystem: ecosystem as EcosystemId, name: row.package, version }
  return {
    version,
    purl: purls.get(purlKey({ ...row, version })) ?? purlOfPackage(named),
    fix: nearestFixes({ ecosystem, versions: [version], fixedVersions })[0] ?? null,
  }
}

function whereOf(
  row: Pick<FindingRow, 'projectUuid' | 'projectName' | 'projectUrl' | 'branch' | 'listed' | 'checked'>,
  origin: string,
) {
  const { projectUuid, branch, listed, checked } = row
  return {
    project: { uuid: projectUuid, name: row.projectName, url: row.projectUrl },
    branch,
    reportUrl: `${origin}/projects?pid=${projectUuid}&branch=${encodeURIComponent(branch)}`,
    coverage: { listed, checked },
  }
}

function wireBranch(row: BranchRow, origin: string): WebhookBranch {
  return {
    ...whereOf(row, origin),
    outcome: row.outcome as WebhookBranch['outcome'],
    scores: {
      security: row.isSecurityMeasured ? row.security : null,
      stability: row.isStabilityMeasured ? row.stability : null,
      licensing: row.isLicensingMeasured ? row.licensing : null,
    },
    vulnerabilityCount: row.vulnerabilityCount,
    scannedAt: row.scannedAt.getTime(),
  }
}
