import type { Api } from '../api.ts'
import { listAll } from './dependency-track-client.ts'
import type { TheirLicenseGroup, TheirPolicy } from './dependency-track-objects.ts'
import { createOnce } from './create-once.ts'
import type { ImportContext } from './import-context.ts'
import { mapCondition } from './map-conditions.ts'
import { mapPolicy } from './map-policy.ts'

type NewRule = Parameters<Api['rules']['create']>[0]['body']

/** Policies about licenses alone become license policies, all others rules; what has no counterpart is named. */
export async function importPolicies(
  context: ImportContext,
  { ofProjects }: { ofProjects: boolean },
): Promise<void> {
  const { from, api, accountUuid, tally } = context
  const params = { accountUuid }
  const groups = await listAll<TheirLicenseGroup>(from, '/api/v1/licenseGroup')
  const policies = new Set((await api.policies.list({ params })).map(({ name }) => name))
  const rules = new Set((await api.rules.list({ params })).map(({ name }) => name))
  const projects = await projectsByName(context)
  const all = await listAll<TheirPolicy>(from, '/api/v1/policy')
  for (const theirs of all.filter(({ projects: of = [] }) => of.length > 0 === ofProjects)) {
    const mapped = mapPolicy(theirs, groups)
    const { name } = theirs
    if ('policy' in mapped) {
      await createOnce(context, { what: 'Policies', name, isThere: policies.has(name) }, () =>
        api.policies.create({ params, body: mapped.policy }),
      )
      continue
    }
    const drafts = mapRules(theirs, groups, projects)
    if ('why' in drafts) tally.leftOut.push({ what: 'Policies', name, why: drafts.why })
    else
      for (const body of drafts.rules)
        await createOnce(context, { what: 'Rules', name: body.name, isThere: rules.has(body.name) }, () =>
          api.rules.create({ params, body }),
        )
  }
}

async function projectsByName({ api, accountUuid }: ImportContext): Promise<ReadonlyMap<string, string>> {
  const projects = await api.projects.list({ params: { accountUuid } })
  return new Map(projects.map(({ url, uuid }) => [url, uuid]))
}

/** Several if a policy is for projects, or if any of conditions on findings and on components violates it. */
function mapRules(
  { name, operator, violationState, policyConditions = [], projects = [], tags = [] }: TheirPolicy,
  groups: readonly TheirLicenseGroup[],
  known: ReadonlyMap<string, string>,
): { rules: NewRule[] } | { why: string } {
  if (policyConditions.length === 0) return { why: 'it has no conditions' }
  const mapped = policyConditions.map((condition) => mapCondition(condition, groups))
  const conditions: { cel: string; isOfFinding: boolean }[] = []
  for (const each of mapped) {
    if ('why' in each) return each
    conditions.push(each)
  }
  const isAll = operator === 'ALL'
  const parts = isAll
    ? [conditions]
    : [conditions.filter((each) => each.isOfFinding), conditions.filter((each) => !each.isOfFinding)]
  const joined = parts
    .filter((part) => part.length > 0)
    .map((part) => part.map(({ cel }) => `(${cel})`).join(isAll ? ' && ' : ' || '))
  const names = [...new Set(projects.map((project) => project.name))]
  const missing = names.filter((each) => !known.has(each))
  if (missing.length > 0) return { why: `its project ${missing.join(', ')} is not here` }
  const scopes = names.length === 0 ? [null] : names
  const rules = joined.flatMap((condition, at) =>
    scopes.map((project) => ({
      name: [name, project, joined.length > 1 && at > 0 ? 'components' : null].filter(Boolean).join(': '),
      description: 'From Dependency-Track.',
      condition,
      effect: violationState === 'FAIL' ? ('fail' as const) : ('warn' as const),
      decision: null,
      projectUuid: project === null ? null : known.get(project)!,
      tags: project === null ? tags.map((tag) => tag.name) : [],
    })),
  )
  return { rules }
}
