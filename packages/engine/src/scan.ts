import { packageKey } from './keys.ts'
import type { IndexOf } from './advisories/advisory-index.ts'
import type { Match } from './advisories/advisory.ts'
import { findConfusions } from './advisories/dependency-confusion.ts'
import { isAboutOrigin } from './advisories/is-about-origin.ts'
import { isFinding } from './advisories/is-finding.ts'
import { type OwnIndexOf, withOwnAdvisories } from './advisories/own/with-own-advisories.ts'
import { toQuery, type PackageQuery } from './advisories/package-query.ts'
import { computeCoverage } from './coverage.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import { ecosystemById } from './ecosystems.ts'
import type { Component, Inventory, Issue, ScannedDocument } from './inventory.ts'
import { licenseChooser } from './licenses/choose-licenses.ts'
import { evaluateLicenses } from './licenses/verdict.ts'
import { compareFindings } from './lifetimes/compare-findings.ts'
import { findAffected } from './lifetimes/find-affected.ts'
import type { AffectedVersion, Comparison, FoundFinding, OpenFinding } from './lifetimes/finding.ts'
import { compareText, groupPackages, type InventoryPackage, isVersion } from './lifetimes/packages.ts'
import { excludes } from './policies/exclusions.ts'
import { expiredIssues, findUsedExclusions, unusedExclusions } from './policies/used-exclusions.ts'
import { type Assess, isCleared, readAssessments } from './policies/vex.ts'
import {
  type ComponentAge,
  defaultCoolDownDays,
  type ComponentLicense,
  type LicenseVerdict,
  type OutdatedComponent,
  type Rules,
  type ScanResult,
  type StabilityWarning,
} from './scan-result.ts'
import { libyearsOf, sumLibyears } from './releases/libyears.ts'
import type { ReleasesOf } from './releases/release.ts'
import { computeScores, decideOutcome } from './scoring/scores.ts'
import { findMeasured } from './scoring/measured.ts'
import { describeAffectedAncestors } from './stability/affected-ancestors.ts'
import { type FoundWarning, findWarnings } from './stability/find-warnings.ts'
import { findOutdated, knownReleases } from './stability/outdated.ts'
import { usageFinder } from './usage/find-usage.ts'
import type { SupportedProduct } from './stability/eol-dates.ts'
import { planUpgrades } from './upgrades/plan-upgrades.ts'
import type { Freshness } from './vocabulary.ts'
import { bindStatements, type StoredStatement } from './vex/bind-statements.ts'
import type { ProjectProduct } from './vex/is-subject.ts'
import type { Exclusion } from './policies/exclusion.ts'

export interface ScanInput {
  inventory: Inventory
  /** Issues found while reading the documents. */
  issues: Issue[]
  indexes: IndexOf
  /** The account's own advisories, which are matched but cover nothing: what only they could affect was not checked. */
  ownIndexes?: OwnIndexOf
  /** Ecosystems whose advisory data was read completely, and may be empty. */
  completeData?: ReadonlySet<EcosystemId>
  /** Resolves an alias in a statement to the uuid of its advisory; null if it is unknown. */
  advisoryOf?: (id: string) => string | null
  /** From VEX documents of the project or its account. */
  statements?: readonly StoredStatement[]
  /** Identifiers of the project in such documents. */
  project?: ProjectProduct
  /** End-of-life dates, in addition to the built-in ones. */
  eolDates?: readonly SupportedProduct[]
  /** Known releases; absent if there are none for any package. */
  releasesOf?: ReleasesOf
  /** Freshness of an ecosystem's advisory data; absent if all is current. */
  freshnessOf?: (ecosystem: EcosystemId) => Freshness
  rules: Rules
  /** The open findings of the same (project, branch). */
  open: OpenFinding[]
  /** The documents of its previous scan; absent if it was the first one. */
  previous?: readonly ScannedDocument[]
  /** Epoch ms. */
  now: number
}

type EvaluationInput = Omit<ScanInput, 'open' | 'previous'>

/** Runs a complete scan: evaluates an inventory with advisories, rules and previous findings. */
export function scanInventory(input: ScanInput): ScanResult {
  const evaluated = evaluateInventory(input)
  return { ...evaluated, comparison: compareWithOpen(input, evaluated) }
}

/** What a scan says of an inventory, whatever was known of its branch before. */
export type Evaluation = Omit<ScanResult, 'comparison'>

/** The part of a scan that is the same for all branches with equal documents and rules. */
export function evaluateInventory(wanted: EvaluationInput): Evaluation {
  const input = withRepository(wanted)
  const { inventory, indexes, rules, now } = input
  const allIndexes = matchedIndexes(input)
  const { matchAll, match } = matchersOf(allIndexes)
  const assess = assessmentsOf(input)
  const affected = findVulnerable(input, assess)
  const usageOf = usageFinder(inventory)
  const findings = affected.map(({ symbols, ...finding }): FoundFinding => {
    const records = finding.versions.flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId))
    const usage = usageOf(finding.ecosystem, finding.packageName, { records, symbols })
    return { ...excludeFinding(finding, rules.exclusions), ...(usage && { usage }) }
  })
  const licenses = assessLicenses(input)
  const outdated = findNewer(input)
  const ages = agesOf(input)
  const warnings = excludeWarnings(
    findWarnings(inventory, {
      now,
      eolDates: input.eolDates ?? [],
      releasesOf: input.releasesOf ?? noReleases,
      unmaintainedBy: (component) => unmaintainedBy(component, matchAll),
      ancestorsAffectedBy: (component) =>
        describeAffectedAncestors(component, { match, isCovered: coveredBy(assess, rules.exclusions) }),
    }),
    { inventory, rules },
  )
  const scores = computeScores({ ...rules, findings, outdated, licenses })
  const usedExclusions = findUsedExclusions(rules.exclusions, {
    inventory,
    findings,
    outdated,
    licenses,
    warnings,
  })
  const hasAnalyzed = findings.length > 0 || inventory.components.some((each) => isAnalyzed(each, indexes))
  const allIssues = [...findIssues(input, hasAnalyzed), ...findConfusions(inventory, matchAll)]
  const coverage = coverageOf(input, allIssues)
  const measured = findMeasured({ coverage, findings, ages, licenses })
  return {
    inventory,
    findings,
    outdated,
    ages,
    libyears: sumAges(input, ages),
    warnings,
    licenses,
    scores,
    measured,
    coverage,
    outcome: decideOutcome({ scores, measured, coverage, rules }),
    issues: [...allIssues, ...unusedExclusions(inventory.exclusions ?? [], usedExclusions, allIssues)],
    usedExclusions,
    ...planUpgrades({ inventory, findings, indexes: allIndexes, releasesOf: input.releasesOf ?? noReleases }),
  }
}

/** Compares the findings of an evaluation with those of the branch. */
export function compareWithOpen(
  {
    inventory,
    open,
    previous,
    now,
    ...known
  }: Pick<ScanInput, 'inventory' | 'indexes' | 'ownIndexes' | 'open' | 'previous' | 'now'>,
  { findings }: Pick<Evaluation, 'findings'>,
): Comparison {
  const { match } = matchersOf(matchedIndexes(known))
  let packages: ReadonlyMap<string, InventoryPackage> | null = null
  return compareFindings({
    open,
    found: findings,
    inventory,
    previous,
    now,
    stillAffects({ ecosystem, packageName, advisoryUuid }, affected) {
      packages ??= groupPackages(inventory)
      const asked = withOrigin(affected, packages, { ecosystem, packageName })
      const matches = match(ecosystem, toQuery({ name: packageName, ...asked }))
      return matches?.some(({ facts }) => facts.advisoryUuid === advisoryUuid) ?? null
    },
  })
}

/** What advisories say of the packages of an inventory. */
export function findVulnerable(
  { inventory, ...known }: Pick<ScanInput, 'inventory' | 'indexes' | 'ownIndexes'>,
  assess: Assess = () => null,
): FoundFinding[] {
  const { match } = matchersOf(matchedIndexes(known))
  return findAffected(groupPackages(inventory).values(), {
    matchComponent: (component) =>
      component.ecosystem === null ? [] : (match(component.ecosystem, toQuery(component)) ?? []),
    assess,
  })
}

const matchedIndexes = ({ indexes, ownIndexes }: Pick<ScanInput, 'indexes' | 'ownIndexes'>): IndexOf =>
  ownIndexes ? withOwnAdvisories(indexes, ownIndexes) : indexes

const assessmentsOf = ({ inventory, statements = [], project, advisoryOf, rules }: EvaluationInput): Assess =>
  readAssessments(
    {
      components: inventory.components,
      vex: [...(inventory.vex ?? []), ...bindStatements(statements, inventory, project)],
    },
    { advisoryOf, effect: rules.vexEffect },
  )

/** Whether a statement or exclusion says of a component that an advisory of its ancestor does not affect it. */
const coveredBy =
  (assess: Assess, exclusions: readonly Exclusion[]) =>
  (component: Component, match: Match): boolean => {
    const { name, version, ecosystem } = component
    const { advisoryUuid, cve, cves } = match.facts
    const { fixedVersions } = match
    const subject = {
      ecosystem,
      packageName: name,
      versions: [version],
      advisoryUuid,
      cve,
      cves,
      fixedVersions,
    }
    return (
      isCleared(assess([component], match) ?? undefined) ||
      excludes(exclusions, { domain: 'security', ...subject }) !== null
    )
  }

function matchersOf(indexes: IndexOf) {
  const matchAll = (ecosystem: EcosystemId, { name, version, release }: PackageQuery) =>
    indexes(ecosystem)?.match(name, version, release) ?? null
  const match = (ecosystem: EcosystemId, asked: PackageQuery) => {
    const all = matchAll(ecosystem, asked)
    const isMeant = (each: Match) => isFinding(each) && isAboutOrigin(each, asked.origin)
    return all?.every(isMeant) === false ? all.filter(isMeant) : all
  }
  return { matchAll, match }
}

const coverageOf = (input: EvaluationInput, issues: readonly Issue[]) =>
  computeCoverage({
    inventory: input.inventory,
    issues,
    hasAdvisories: (ecosystem) => hasAdvisories(input, ecosystem),
    hasPackage: (ecosystem, name) => input.indexes(ecosystem)?.has?.(name) ?? false,
    freshnessOf: input.freshnessOf ?? (() => 'current'),
    acceptedGaps: input.rules.acceptedGaps ?? [],
    now: input.now,
  })

/** An origin that an earlier scan did not know is that of the same version in this one. */
function withOrigin(
  affected: AffectedVersion,
  packages: ReadonlyMap<string, InventoryPackage>,
  { ecosystem, packageName }: Pick<FoundFinding, 'ecosystem' | 'packageName'>,
): AffectedVersion {
  const present = packages.get(packageKey(ecosystem, packageName))?.components
  const origin = affected.origin ?? present?.find(({ version }) => version === affected.version)?.origin
  return { ...affected, ...(origin && { origin }) }
}

/** Exclusions of the repository come last, so that of two the account's is reported. */
function withRepository({ rules, ...input }: EvaluationInput): EvaluationInput {
  const own = input.inventory.exclusions ?? []
  const active = own.filter(({ expiresAt = Infinity }) => input.now < expiresAt)
  const exclusions = [...rules.exclusions, ...active]
  const issues = [...input.issues, ...expiredIssues(own, input.now)]
  return { ...input, issues, rules: { ...rules, exclusions } }
}

const isUnmaintained = ({ facts }: Match): boolean => facts.category === 'unmaintained'

function unmaintainedBy(
  component: Component,
  match: (ecosystem: EcosystemId, asked: PackageQuery) => readonly Match[] | null,
): string[] {
  const matches = component.ecosystem === null ? null : match(component.ecosystem, toQuery(component))
  if (!matches?.some(isUnmaintained)) return []
  const ids = matches
    .filter(isUnmaintained)
    .flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId))
  return [...new Set(ids)]
}

const excludeWarnings = (
  warnings: readonly FoundWarning[],
  { inventory, rules }: { inventory: Inventory; rules: Rules },
): StabilityWarning[] =>
  warnings.map((warning) => {
    const component = inventory.components[warning.component]!
    return { ...warning, exclusionUuid: libraryExclusion(component, 'stability', rules.exclusions) }
  })

function excludeFinding(finding: FoundFinding, exclusions: readonly Exclusion[]): FoundFinding {
  const versions = finding.versions.map(({ version }) => version)
  const exclusion = excludes(exclusions, { ...finding, domain: 'security', versions })
  return exclusion ? { ...finding, exclusionUuid: exclusion.uuid } : finding
}

function assessLicenses({ inventory, rules, releasesOf = noReleases }: EvaluationInput): ComponentLicense[] {
  const { licensePolicies, licenseOverrides: overrides = [], exclusions } = rules
  const choose = licenseChooser({ overrides, releasesOf })
  // Cached, because thousands of components share few licenses.
  const verdicts = new Map<string, LicenseVerdict>()
  return inventory.components.map((component, index) => {
    const { licenses, origin } = choose(component)
    const chosen = JSON.stringify(licenses)
    const known = verdicts.get(chosen) ?? evaluateLicenses(index, licenses, licensePolicies)
    verdicts.set(chosen, known)
    const verdict = { ...known, component: index, origin }
    const isFine = verdict.warning === null && verdict.violations.length === 0
    return { ...verdict, exclusionUuid: isFine ? null : libraryExclusion(component, 'licensing', exclusions) }
  })
}

const noReleases: ReleasesOf = () => null

function findNewer({ inventory, rules, releasesOf = noReleases, now }: EvaluationInput): OutdatedComponent[] {
  const { exclusions, coolDownDays = defaultCoolDownDays } = rules
  return findOutdated(inventory, { releasesOf, coolDownDays, now }).map((each) => {
    const component = inventory.components[each.component]!
    return { ...each, exclusionUuid: libraryExclusion(component, 'stability', exclusions) }
  })
}

const agesOf = ({ inventory: { components }, releasesOf = noReleases }: EvaluationInput): ComponentAge[] =>
  components.map((component) => {
    const known = knownReleases(component, releasesOf)
    if (!known) return { hasKnownReleases: false, libyears: null }
    const libyears = libyearsOf(ecosystemById(known.ecosystem), component.version, known)
    return { hasKnownReleases: true, libyears }
  })

/** Components excluded from stability are not counted. */
const sumAges = ({ inventory, rules }: EvaluationInput, ages: readonly ComponentAge[]): number | null =>
  sumLibyears(
    ages.flatMap(({ libyears }, index) =>
      libyears !== null && libraryExclusion(inventory.components[index]!, 'stability', rules.exclusions)
        ? []
        : [libyears],
    ),
  )

function libraryExclusion(
  { ecosystem, name, version }: Component,
  domain: 'stability' | 'licensing',
  exclusions: readonly Exclusion[],
): string | null {
  const library = {
    ecosystem,
    packageName: name,
    versions: [version],
    advisoryUuid: null,
    cve: null,
    cves: [],
  }
  return excludes(exclusions, { domain, ...library })?.uuid ?? null
}

/** Whether the component can be matched with advisories. */
function isAnalyzed(component: Component, indexes: IndexOf): boolean {
  const { ecosystem, version } = component
  if (ecosystem === null || lacksRelease(component)) return false
  return isVersion(ecosystemById(ecosystem), version) && indexes(ecosystem) !== null
}

/** If nothing was analyzed, there are no unchecked packages next to checked ones. */
function findIssues(input: EvaluationInput, hasAnalyzed: boolean): Issue[] {
  const all = [...input.issues, ...missingReleases(input.inventory), ...missingAdvisories(input)]
  return hasAnalyzed ? all : all.map(({ isUncovered: _isUncovered, ...issue }) => issue)
}

const lacksRelease = ({ ecosystem, release }: Component): boolean =>
  ecosystem !== null && ecosystemById(ecosystem).release !== undefined && release === undefined

/** If a distribution's release is unknown, advisories for single releases cannot be looked up. */
function missingReleases({ components }: Inventory): Issue[] {
  const byEcosystem = Map.groupBy(components.filter(lacksRelease), ({ ecosystem }) => ecosystem!)
  return [...byEcosystem].map(([id, list]) => {
    const [{ name, version, locations }] = list as [Component]
    const count = list.length === 1 ? '' : `, and ${list.length - 1} more`
    return {
      code: 'release-missing',
      message: `${name} ${version}${count}: the release of ${ecosystemById(id).name} is unknown (no distro qualifier in the package URL), so advisories for single releases could not be matched.`,
      where: locations[0] ?? id,
      isUncovered: true,
    }
  })
}

/** Data that is complete and has no advisory is known, too. */
const hasAdvisories = ({ indexes, completeData }: EvaluationInput, ecosystem: EcosystemId): boolean =>
  indexes(ecosystem) !== null || completeData?.has(ecosystem) === true

function missingAdvisories(input: EvaluationInput): Issue[] {
  const ids = new Set(input.inventory.components.map(({ ecosystem }) => ecosystem))
  const missing = [...ids].filter((id) => id !== null).filter((id) => !hasAdvisories(input, id))
  return missing.sort(compareText).map((id) => ({
    code: 'advisories-missing',
    message: `No advisories are known for ${ecosystemById(id).name}: its components could not be checked.`,
    where: id,
  }))
}
