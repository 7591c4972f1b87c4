import { counted } from '@assay/text/counted.ts'
import { contract } from '@assay/contract/contract.ts'
import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { severityCount } from '@assay/engine/severity-names.ts'
import type { Scope } from '#auth/scope.ts'
import { wireUpgrade } from '#reporting/fixes/wire-upgrade.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import type { UpgradeSelection } from '#reporting/numbers/upgrades.ts'
import { cleanLine, quoteName } from './clean-text.ts'
import { type FactContext, fixesSource, type NewFact } from './fact.ts'
import type { ProjectName } from './store.ts'

/** Upgrades that fix open findings, most urgent first. */
export async function fixFacts(
  { db, numbers }: FactContext,
  scope: Scope,
  { project, limit }: { project: ProjectName | null; limit: number },
): Promise<NewFact[]> {
  const where: UpgradeSelection = project
    ? { kind: 'project', projectUuid: project.uuid, branchUuid: null }
    : {
        kind: 'filtered',
        selection: await chooseProjects(db, scope, contract.metrics.security.query.parse({})),
      }
  const { page, overview } = await numbers.upgrades(scope, {
    where,
    severities: [],
    isSnoozed: false,
    now: new Date(),
    after: null,
    limit,
  })
  const source = fixesSource(project)
  const within = project === null ? 'all projects that you can see' : `project ${quoteName(project.name)}`
  return [
    {
      text: `In ${within}, ${counted(overview.upgrades, 'upgrade')} would close ${counted(overview.closes, 'open finding')}; ${overview.unfixable} have no known fix.`,
      source,
    },
    ...page.map((row, index) => ({
      text: upgradeText(wireUpgrade(row, new Map()), { rank: index + 1, within }),
      source,
    })),
  ]
}

function upgradeText(upgrade: FixUpgrade, { rank, within }: { rank: number; within: string }): string {
  const { to, step, knownExploited, likelyExploited, command } = upgrade
  const name = `${quoteName(upgrade.name)} (${ecosystemName(upgrade.ecosystem)})`
  const from = upgrade.from.map((version) => cleanLine(version, 40)).join(', ')
  const closes = upgrade.closes.map(({ severity, count }) => severityCount(count, severity)).join(', ')
  const visibility = `in ${counted(upgrade.projects, 'project')} and ${counted(upgrade.branches, 'branch', 'branches')}`
  const head =
    to === null
      ? `For ${name} ${from} no release is known that fixes ${closes} ${visibility}.`
      : `Fix number ${rank} in ${within}: upgrade ${name} from ${from} to ${cleanLine(to, 40)} (${step ?? 'unknown'} step), which closes findings of these severities: ${closes}, ${visibility}.`
  return [
    head,
    ...(knownExploited > 0 ? [`${knownExploited} of them are known to be exploited.`] : []),
    ...(likelyExploited > 0 ? [`${likelyExploited} of them are likely to be exploited.`] : []),
    ...(upgrade.through.length > 0
      ? [`It is introduced through ${upgrade.through.slice(0, 5).map(quoteName).join(', ')}.`]
      : []),
    ...(command === null ? [] : [`The command is ${quoteName(command)}.`]),
  ].join(' ')
}
