import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { toQuery } from '@assay/engine/advisories/package-query.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { byUrgency, likelyEpss, type RankedUpgrade } from '@assay/engine/upgrades/rank-upgrades.ts'
import { shellLine } from '@assay/engine/upgrades/instruct.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { dataOf, type LocalAdvisories } from '../offline/local-advisories.ts'
import { openAdvisories } from '../offline/open-advisories.ts'
import { printable } from '../output/printable.ts'
import { printIssues } from '../output/print-issues.ts'
import { type PlannedFix, writePlan } from '../output/write-plan.ts'
import { describeProject } from '../scan/describe-project.ts'
import { findFiles } from '../scan/find-files.ts'
import type { Settings } from '../settings.ts'
import type { FixOptions } from './fix.ts'
import { defaultMinimums, ecosystemsOf, hintOf, readInventory } from './scan-offline.ts'

/** Plans upgrades for a file or folder with local advisories, without network access. */
export async function printFixesOffline(
  settings: Settings,
  path: string,
  options: FixOptions,
): Promise<void> {
  const log = (text: string) => void process.stderr.write(`${printable(text)}\n`)
  const found = await findFiles(path)
  const { inventory, issues } = await readInventory(found, describeProject(found, settings.environment))
  const advisories = await openAdvisories(settings.advisoriesFolder)
  const result = scanInventory({
    inventory,
    issues: [...issues, ...inventory.issues],
    indexes: (id) => advisories.index(id),
    open: [],
    now: Date.now(),
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: defaultMinimums,
    },
  })
  printIssues({ issues: result.issues }, log)
  const hint = hintOf(advisories, dataOf(advisories, ecosystemsOf(inventory), Date.now()))
  if (hint !== null) log(hint)
  writePlan(rankUpgrades(result, advisories).map(plannedOf), options)
}

/** Most urgent first, using the local index's exploit data. */
function rankUpgrades({ upgrades, findings }: ScanResult, advisories: LocalAdvisories): RankedUpgrade[] {
  const exploited = new Map<string, { isKnown: boolean; epss: number }>()
  for (const { ecosystem, packageName, advisoryUuid, versions } of findings)
    for (const affected of versions) {
      const { name, version, release } = toQuery({ ...affected, name: packageName })
      const facts = advisories
        .index(ecosystem)
        ?.match(name, version, release)
        .find((match) => match.facts.advisoryUuid === advisoryUuid)?.facts
      if (facts?.cve) exploited.set(facts.cve, { isKnown: facts.knownExploited, epss: facts.epss ?? 0 })
    }
  return upgrades
    .map((upgrade) => {
      const signals = upgrade.cves.map((cve) => exploited.get(cve))
      return {
        ...upgrade,
        knownExploited: signals.filter((each) => each?.isKnown).length,
        likelyExploited: signals.filter((each) => (each?.epss ?? 0) >= likelyEpss).length,
      }
    })
    .sort(byUrgency)
}

const languageOf = (id: EcosystemId) => ecosystemById(id).languages[0]

const plannedOf = (upgrade: RankedUpgrade): PlannedFix => {
  const {
    ecosystem,
    displayName: name,
    from,
    to,
    step,
    isKnownRelease,
    isDirect,
    through,
    isMalware,
    instructions,
  } = upgrade
  return {
    language: languageOf(ecosystem),
    name,
    from,
    to,
    step,
    isKnownRelease,
    isDirect: isDirect === true,
    through,
    closes: severities
      .map((severity) => ({ severity: toWireSeverity[severity], count: upgrade.closes[severity] }))
      .filter(({ count }) => count > 0),
    knownExploited: upgrade.knownExploited,
    likelyExploited: upgrade.likelyExploited,
    isMalware,
    instructions,
    command: shellLine(instructions),
  }
}
