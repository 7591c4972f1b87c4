import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Product } from '../product.ts'

/** Values of placeholders in questions, such as {fix1.to}. */
export type KnownFacts = Readonly<Record<string, string>>

type Api = Product['api']

/** Facts of the demo data that depend on the current day, from other endpoints than the assistant's. */
export async function knownFacts(api: Api): Promise<KnownFacts> {
  const parts = [
    await numbers(api),
    await projects(api),
    await upgrades(api),
    await vulnerabilities(api),
    await remediation(api),
  ]
  return Object.fromEntries(parts.flat().map(([name, value]) => [name, String(value)]))
}

type Fact = [name: string, value: string | number]

/** 'fix1' with { name, to } is fix1.name and fix1.to. */
const named = (prefix: string, values: Record<string, string | number>): Fact[] =>
  Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value])

const daysAgo = (days: number) => isoDay(Date.now() - days * dayMs)

async function numbers(api: Api): Promise<Fact[]> {
  const { overview } = await api.metrics.security({ query: { startDate: daysAgo(29) } })
  const { vulnerabilitiesIdentified: present, vulnerabilitiesAddressed: fixed } = overview
  const { overview: fixes } = await api.fixes.list({ query: {} })
  return [
    ...named('month', { projects: overview.numberOfProjects, scans: overview.totalScans }),
    ...named('month', { present, fixed, open: present - fixed }),
    ...named('fixes', { upgrades: fixes.upgrades, closes: fixes.closes, unfixable: fixes.unfixable }),
  ]
}

async function projects(api: Api): Promise<Fact[]> {
  const query = { sort: 'securityScore', direction: 'asc', limit: '500' } as const
  const rows = (await api.metrics.security({ query: { ...query, startDate: daysAgo(29) } })).projects
  const dirty = new Set(rows.filter((row) => row.vulnerabilityCount > 0).map((row) => row.nameTail))
  const chosen = {
    worst: rows[0],
    // By far the most, so the number is unambiguous.
    largest: rows.toSorted((a, b) => b.vulnerabilityCount - a.vulnerabilityCount)[0],
    middle: rows.find((row) => row.securityScore > 40 && row.securityScore < 100),
    clean: rows.find((row) => !dirty.has(row.nameTail)),
  }
  const lowest = rows.filter((row) => row.securityScore === rows[0]?.securityScore)
  const facts = Object.entries(chosen).flatMap(([prefix, found]) => {
    const row = needed(prefix, found)
    return named(prefix, {
      uuid: row.projectUUID,
      name: `${row.nameFront}${row.nameTail}`,
      branch: row.projectBranch,
      score: row.securityScore,
      open: row.vulnerabilityCount,
      scanned: isoDay(row.lastScanned),
    })
  })
  return [...facts, ['worst.any', anyOf(lowest.map((row) => row.nameTail))]]
}

/** In the format of alternatives in questions. */
const anyOf = (texts: readonly string[]) => [...new Set(texts)].join(' | ')

async function upgrades(api: Api): Promise<Fact[]> {
  const all = (await api.fixes.list({ query: { limit: '200' } })).upgrades
  const possible = all.filter(({ to }) => to !== null)
  const chosen = {
    fix1: possible[0],
    fix2: possible[1],
    fix3: possible[2],
    major: possible.find(({ step }) => step === 'major'),
    brought: possible.find(({ through, directBranches }) => through.length === 1 && directBranches === 0),
    unfixable: all.find(({ to }) => to === null),
    last: possible.findLast(({ name }) => !JSON.stringify(possible.slice(0, 8)).includes(name)),
  }
  const facts: Fact[] = []
  for (const [prefix, found] of Object.entries(chosen)) {
    const upgrade = needed(prefix, found)
    const { ecosystem, packageName, name, to } = upgrade
    const { uses } = await api.fixes.uses({ query: { ecosystem, packageName, to: to ?? '' } })
    const use = needed(`use of ${prefix}`, uses[0])
    facts.push(
      ...named(prefix, {
        name,
        ecosystem,
        to: to ?? '',
        step: upgrade.step ?? '',
        from: upgrade.from[0] ?? '',
        projects: upgrade.projects,
        branches: upgrade.branches,
        through: upgrade.through[0] ?? '',
        closes: upgrade.closes.reduce((sum, { count }) => sum + count, 0),
        project: use.projectName,
        branch: use.branch,
        version: use.from[0] ?? '',
        projectUuid: use.projectUuid,
      }),
    )
  }
  return [
    ...facts,
    ...(await ticket(
      api,
      needed(
        'use of fix2',
        facts.find(([name]) => name === 'fix2.projectUuid'),
      ),
    )),
  ]
}

/** The most urgent upgrade of one project. */
async function ticket(api: Api, [, projectUuid]: Fact): Promise<Fact[]> {
  const { upgrades: own } = await api.fixes.ofProject({
    params: { projectUuid: String(projectUuid) },
    query: {},
  })
  const { name, to } = needed('ticket', own[0])
  return named('ticket', { name, to: to ?? '' })
}

async function vulnerabilities(api: Api): Promise<Fact[]> {
  const { uuid: accountUuid } = await api.accounts.me()
  const params = { accountUuid }
  const all = (await api.openVulnerabilities.list({ params, query: { limit: '200' } })).vulnerabilities
  const fixable = all.filter(({ cve, isFixAvailable }) => cve !== null && isFixAvailable)
  const chosen = {
    top: fixable[0],
    // Lookups return at most twelve uses.
    wide: all.filter(({ findings }) => findings <= 12).toSorted((a, b) => b.projects - a.projects)[0],
    lone: fixable.findLast((each) => each.findings === 1),
    medium: fixable.find(({ severity }) => severity === 'MEDIUM'),
  }
  const facts: Fact[] = []
  for (const [prefix, found] of Object.entries(chosen)) {
    const { cve, uuid, severity, cvss, packages, publishedAt, projects, findings } = needed(prefix, found)
    const { items, endedCount } = await api.vulnerabilities.occurrences({
      params: { id: uuid },
      query: { state: 'open' },
    })
    const [first] = items
    const named0 = needed(`package of ${prefix}`, packages[0])
    facts.push(
      ...named(prefix, {
        id: cve ?? uuid,
        uuid,
        severity: severity.toLowerCase(),
        cvss: cvss ?? '',
        projects,
        findings,
        package: named0.name,
        version: named0.versions[0] ?? '',
        fixed: anyOf(named0.fixedVersions),
        rated: severity,
        published: publishedAt === null ? '' : isoDay(publishedAt),
        project: first?.projectName ?? '',
        branch: first?.branch ?? '',
        lastProject: items.at(-1)?.projectName ?? '',
        ended: endedCount,
      }),
    )
  }
  return facts
}

/** The last fix of the project with the most fixes. */
async function remediation(api: Api): Promise<Fact[]> {
  const rows = (await api.metrics.security({ query: { startDate: daysAgo(360), limit: '500' } })).projects
  const [row] = rows.toSorted((a, b) => b.vulnerabilitiesAddressed - a.vulnerabilitiesAddressed)
  const { projectUUID: projectUuid, projectBranch: branch, nameTail } = needed('remediation', row)
  const query = { branch, startDate: daysAgo(360) }
  const { remediations } = await api.metrics.project({ params: { projectUuid }, query })
  const last = needed('remediation', remediations.vulnerabilities[0])
  const atOnce = remediations.vulnerabilities.filter(({ fixedWhen }) => fixedWhen === last.fixedWhen)
  return named('fixed', {
    project: nameTail,
    branch,
    id: last.id,
    any: anyOf(atOnce.map(({ id }) => id)),
    package: last.package,
    // 'lodash 4.17.21', 'removed'.
    by: last.fixedBy?.split(' ').at(-1) ?? '',
    when: isoDay(last.fixedWhen),
    days: last.daysToFix ?? '',
  })
}

function needed<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`The demo data of today has no ${what}`)
  return value
}
