import { dayMs } from '@assay/engine/time.ts'
import type { FixUpgrade } from '@assay/contract/fixes.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { cleared, isFiltered as isAnySet } from '../../widgets/lists/search-fields.ts'
import { FixesSearch } from './search.ts'

export const noFilters = cleared(FixesSearch, ['snoozed', 'sort'])

/** Project filters in API format: names are compared without white space. */
export const projectsOf = ({ project, branches, tags, teamUUID, groupUuid }: FixesSearch) => ({
  ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
  ...(branches !== undefined && { branches }),
  ...(tags !== undefined && { tags }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(groupUuid !== undefined && { groupUuid }),
})

export const queryOf = (search: FixesSearch) => ({
  ...projectsOf(search),
  ...(search.severity !== undefined && { severity: search.severity }),
  ...(search.snoozed && { snoozed: 'true' }),
  ...(search.sort !== undefined && { sort: search.sort }),
})

/** Whether any filter is set. */
export const isFiltered = (search: FixesSearch): boolean => isAnySet(search, noFilters)

export const keyOf = ({ ecosystem, packageName, to }: FixUpgrade): string =>
  [ecosystem, packageName, to ?? ''].join(' ')

const day = dayMs
export const snoozeDays = { week: 7, month: 30, quarter: 90 } as const

/** Epoch ms. */
export const snoozeEnd = (choice: keyof typeof snoozeDays, now: number): number =>
  now + snoozeDays[choice] * day

/** Direct or indirect, across all branches. */
export const relationOf = ({ directBranches, through, transitiveBranches }: FixUpgrade) =>
  directBranches > 0
    ? 'direct'
    : through.length > 0
      ? 'through'
      : transitiveBranches > 0
        ? 'transitive'
        : null

/** A branch's open findings closed by the upgrade. */
export const closedBy = (
  { ecosystem, name, to }: Pick<FixUpgrade, 'ecosystem' | 'name' | 'to'>,
  findings: readonly Finding[],
): Finding[] =>
  findings.filter(
    (finding) =>
      finding.ecosystem === ecosystem &&
      finding.package === name &&
      finding.exclusion === null &&
      finding.versions.some((each) => each.upgrade?.version === (to ?? undefined)),
  )
