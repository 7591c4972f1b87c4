import type { Inventory, ReadResult } from '../../../inventory.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { maxComponents } from '../../parsers/limits.ts'
import { componentList, type Listed } from '../component-list.ts'

/** A package as another tool reports it. */
export interface ReportedPackage {
  /** How the document refers to it; '' if it does not. */
  id: string
  listed: Listed
  /** null if the document does not say. */
  isDirect: boolean | null
  /** Ids of the packages that it needs. */
  dependsOn: readonly string[]
}

/** The report of another tool, in its own format. */
export interface ToolReport {
  path: string
  /** 'Syft JSON 16.0.0'. */
  format: string
  /** What it is of, without a version; '' if it does not say. */
  subject: string
  /** That of packages that do not name theirs. */
  distribution: { name: string; version: string } | null
  packages: readonly ReportedPackage[]
  /** It lists only packages with vulnerabilities. */
  isPartial?: boolean
  /** See ScannedDocument. */
  mitigated?: readonly string[] | undefined
}

export function readToolReport(report: ToolReport, log: IssueLog): ReadResult {
  const { path, format, subject, distribution, packages, isPartial = false, mitigated = [] } = report
  if (packages.length > maxComponents) {
    const message = `The file lists more than ${maxComponents} packages.`
    return { inventory: null, issues: [{ code: 'components-too-many', message, where: path }] }
  }
  const list = componentList(log)
  if (distribution !== null && distribution.name !== '')
    list.setDistribution(distribution.name, distribution.version)
  const indexes = packages.map(({ listed }) => list.add(listed))
  link(list.components, packages, indexes)
  list.finish()
  const inventory: Inventory = {
    formats: [format],
    files: [path],
    documents: [
      {
        path,
        isSbom: true,
        subject: subject === '' ? null : subject,
        ...(isPartial && { isPartial }),
        ...(mitigated.length > 0 && { mitigated: [...mitigated] }),
      },
    ],
    root: subject === '' ? null : { name: subject, version: '', purl: null },
    components: list.components,
    issues: log.all(),
  }
  return { inventory }
}

function link(
  components: Inventory['components'],
  packages: readonly ReportedPackage[],
  indexes: readonly (number | null)[],
): void {
  const byId = new Map<string, number>()
  for (const [at, { id }] of packages.entries()) {
    const index = indexes[at] ?? null
    if (index !== null && id !== '' && !byId.has(id)) byId.set(id, index)
  }
  for (const [at, { isDirect, dependsOn }] of packages.entries()) {
    const index = indexes[at] ?? null
    const component = index === null ? undefined : components[index]
    if (index === null || !component) continue
    if (isDirect !== null) component.isDirect = component.isDirect === true || isDirect
    for (const id of dependsOn) {
      const needed = byId.get(id)
      if (needed !== undefined && needed !== index) components[needed]!.requiredBy.push(index)
    }
  }
}

/** Says that what another tool found is not taken over; whatever is not listed was not checked. */
export function reportFound(
  { tool, vulnerabilities, isPartial }: { tool: string; vulnerabilities: number; isPartial: boolean },
  { log, path }: { log: IssueLog; path: string },
): void {
  if (vulnerabilities > 0)
    log.add(
      'vulnerabilities-listed',
      `${tool} lists ${vulnerabilities} vulnerabilities, which are not taken over: advisories are matched anew.`,
      path,
    )
  if (isPartial)
    log.addUnread({
      code: 'packages-partial',
      message: `${tool} lists only packages in which it found vulnerabilities, so all others are missing.`,
      where: path,
    })
}
