import { dayMs } from '@assay/engine/time.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById, ecosystemOfPurl, ecosystems } from '@assay/engine/ecosystems.ts'
import { parseVersionRange, type VersionRange } from '@assay/engine/ecosystems/version-range.ts'
import { parsePurl } from '@assay/engine/purl.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, Problem } from '#platform/http/problem.ts'
import { hasGroup } from '#projects/groups/store.ts'
import { hasTeam } from '#projects/project-store.ts'
import { languageOf } from '#reporting/reports/components/other-assessments.ts'
import type { ComponentFilter, Selection } from './dependency-store.ts'

type Query = ParsedInput<typeof contract.insights.csv>['query']

export interface DependencyFilter extends ComponentFilter {
  range: VersionRange | null
}

/** Throws Problem 404 for a team out of scope, 400 for an unknown ecosystem or an invalid version range. */
export async function readFilter(db: Database, scope: Scope, query: Query): Promise<DependencyFilter> {
  return {
    selection: await readSelection(db, scope, query),
    namePart: query.name.toLowerCase(),
    exact: query.package === '' ? null : readPackage(query.package),
    ecosystems: query.ecosystem === '' ? [] : readEcosystems(query.ecosystem),
    license: query.license.toLowerCase(),
    isVulnerable: query.vulnerable,
    isOutdated: query.outdated,
    isDeprecated: query.deprecated,
    relation: query.relation ?? null,
    range: query.version === '' ? null : readRange(query.version),
  }
}

export async function readSelection(
  db: Database,
  scope: Scope,
  {
    teamUUID,
    groupUuid,
    tags,
    sinceDaysAgo,
  }: Pick<Query, 'teamUUID' | 'groupUuid' | 'tags' | 'sinceDaysAgo'>,
): Promise<Selection> {
  const requested = teamUUID?.toLowerCase()
  // The account's own uuid stands for the team Everyone.
  const teamUuid = requested === undefined || requested === scope.accountUuid ? null : requested
  if (teamUuid !== null && !(await hasTeam(db, scope, teamUuid))) throw notFound('team')
  if (groupUuid !== undefined && !(await hasGroup(db, scope, groupUuid))) throw notFound('group')
  return {
    teamUuid,
    groupUuid: groupUuid ?? null,
    tags: tags.split(',').filter((tag) => tag !== ''),
    scannedSince: sinceDaysAgo === undefined ? null : new Date(Date.now() - sinceDaysAgo * dayMs),
  }
}

function readPackage(text: string): ComponentFilter['exact'] {
  const purl = parsePurl(text)
  if (!purl) return { ecosystem: null, name: text, packageName: text, version: null }
  const { namespace, name, version, qualifiers } = purl
  const ecosystem = ecosystemOfPurl(purl)
  const fullName = ecosystem
    ? ecosystem.nameFromPurl(namespace, name)
    : [namespace, name].filter((part) => part !== null).join('/')
  return {
    ecosystem: ecosystem?.id ?? null,
    name: fullName,
    packageName: ecosystem?.normalizeName(fullName) ?? fullName,
    version: version && (ecosystem?.versionFromPurl?.(version, qualifiers, fullName) ?? version),
  }
}

function readEcosystems(text: string): (string | null)[] {
  const lowercase = text.toLowerCase()
  if (lowercase === languageOf(null)) return [null]
  const found = ecosystems.filter(({ id, languages }) => id === lowercase || languages.includes(lowercase))
  if (found.length === 0) throw new Problem(400, 'invalidInput', `Unknown ecosystem '${text}'`)
  return found.map(({ id }) => id)
}

const readRange = (text: string): VersionRange =>
  parseVersionRange(text) ??
  fail("The version must be a version, an interval such as '[2.0,2.17.1)', or a comparison such as '<2.17.1'")

function fail(message: string): never {
  throw new Problem(400, 'invalidInput', message)
}

export const ecosystemOf = (id: string | null) => (id === null ? null : ecosystemById(id as EcosystemId))
