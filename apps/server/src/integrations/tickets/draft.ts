import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { toLine } from '@assay/text/invisible.ts'
import type { Config } from '#config.ts'
import type { Scope } from '#auth/scope.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { findPageFixes } from '#reporting/reports/findings/find-page-fixes.ts'
import type { IntegrationContext } from '#integrations/core/integration.ts'
import type { OpenFinding } from './open-finding-store.ts'
import type { IssueDraft } from './tracker.ts'

export interface Drafted {
  uuid: string
  projectUuid: string
  /** null if it no longer exists. */
  branch: string | null
  /** 'https://github.com/org/repo main' */
  where: string
  findings: readonly OpenFinding[]
  isUpgrade: boolean
}

const maxTitleLength = 250
const maxListed = 100

export const markerOf = (ticketUuid: string) => `assay-${ticketUuid}`

/** The nearest version without known advisories, for the first installed version; null if unknown. */
export async function findUpgrade(
  context: Pick<IntegrationContext, 'db' | 'advisories'>,
  scope: Scope,
  findings: readonly OpenFinding[],
): Promise<string | null> {
  const [first] = findings
  const [version] = first?.versions ?? []
  if (!first || !version) return null
  const installed = { ...version, ecosystem: first.ecosystem, name: first.displayName }
  const fixesOf = await findPageFixes(context, scope, [installed])
  return fixesOf(installed).recommended?.version ?? null
}

const versionsOf = (findings: readonly OpenFinding[]): string =>
  [...new Set(findings.flatMap(({ versions }) => versions.map(({ version }) => version)))].join(', ')

/** One line: the upgrade, or the vulnerability. */
export function titleOf(
  { findings, isUpgrade, where }: Pick<Drafted, 'findings' | 'isUpgrade' | 'where'>,
  upgrade: string | null,
) {
  const [first] = findings
  if (!first) return where
  const versions = versionsOf(findings)
  const count = `${findings.length} ${findings.length === 1 ? 'vulnerability' : 'vulnerabilities'}`
  const to = upgrade === null ? '' : ` to ${upgrade}`
  const text = isUpgrade
    ? `Upgrade ${first.displayName} ${versions}${to} (${count}) in ${where}`
    : `${displayId(first)} in ${first.displayName} ${versions} of ${where}`
  return toLine(text).slice(0, maxTitleLength).toWellFormed()
}

export function draftOf(config: Config, drafted: Drafted, upgrade: string | null): IssueDraft {
  const { uuid, projectUuid, branch, where, findings } = drafted
  const base = publicAddress(config)
  const title = titleOf(drafted, upgrade)
  const listed = findings.slice(0, maxListed).map(describe)
  const more = findings.length > maxListed ? [`and ${findings.length - maxListed} more`] : []
  const lines = [
    `Project and branch: ${where}`,
    `Installed: ${versionsOf(findings)}`,
    upgrade === null ? 'No release is known that is clear of all advisories.' : `Upgrade to: ${upgrade}`,
    ...listed,
    ...more,
  ]
  const query = new URLSearchParams({ pid: projectUuid, ...(branch !== null && { branch }) })
  const link = { id: uuid, url: `${base}/projects?${query}`, title: 'Report in Assay' }
  return { title, lines, marker: markerOf(uuid), link }
}

const describe = ({ severity, cvss, ...finding }: OpenFinding): string => {
  const score = cvss === null ? '' : `, CVSS ${cvss.toFixed(1)}`
  return `${displayId(finding)} (${severityName(severity as Severity)}${score})`
}
