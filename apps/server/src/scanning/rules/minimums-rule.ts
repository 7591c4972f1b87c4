import type { Configuration } from '@assay/contract/accounts.ts'
import { conditionOfMinimums } from '@assay/engine/policies/built-in-conditions.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import type { RuleRow } from './store.ts'

type Minimums = Pick<Configuration['minimumScores'], 'security' | 'stability' | 'licensing'>

interface OfProject {
  project: ProjectRow
  groupUuids: readonly string[]
  minimums: Minimums
}

/** The minimum scores in force for a project, as a rule of the most specific one that says something. */
export function minimumsRule(rows: readonly RuleRow[], of: OfProject): Rule {
  const found = rows.filter(({ kind }) => kind === 'scores').sort((a, b) => rank(b, of) - rank(a, of))[0]
  const uuid = found && rank(found, of) > 0 ? found.uuid : defaultUuid
  return {
    uuid,
    kind: 'scores',
    name: 'Minimum scores',
    condition: conditionOfMinimums(of.minimums),
    effect: 'fail',
    mode: 'on',
    whenUnknown: 'pass',
    file: null,
  }
}

/** Of the minimum scores of accounts that have not set any. */
const defaultUuid = '00000000-0000-4000-8000-000000000038'

/** 0: not about the project. */
function rank({ projectUuid, groupUuid, tags }: RuleRow, { project, groupUuids }: OfProject): number {
  if (projectUuid !== null) return projectUuid === project.uuid ? 4 : 0
  if (groupUuid !== null) return groupUuids.includes(groupUuid) ? 2 : 0
  if (tags.length > 0) return tags.some((tag) => project.tags.includes(tag)) ? 3 : 0
  return 1
}
