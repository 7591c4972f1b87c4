import { packageKey, versionKey } from '../keys.ts'
import type { IndexOf } from '../advisories/advisory-index.ts'
import { type BestFix, findBestFix, findCleanBefore, type Fix } from '../advisories/find-fixes.ts'
import { toQuery } from '../advisories/package-query.ts'
import { pathInArchive } from '../documents/inner-documents.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Inventory, Component } from '../inventory.ts'
import { isCounted } from '../lifetimes/counts.ts'
import type { AffectedVersion, FoundFinding } from '../lifetimes/finding.ts'
import { compareText, versionOrder } from '../lifetimes/packages.ts'
import { isCleared } from '../policies/vex.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { supportedReleases, type SupportedReleases } from '../releases/supported-releases.ts'
import { steps } from '../vocabulary.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { PackageName } from '../scan-result.ts'
import { instruct } from './instruct.ts'
import { planRaises, type RaisedIn } from './plan-raises.ts'
import { dependentsOf } from './raise-dependents.ts'
import type { Upgrade } from './upgrade.ts'

export interface PlanInput {
  inventory: Pick<Inventory, 'files' | 'components' | 'runtimes' | 'image'>
  findings: readonly FoundFinding[]
  indexes: IndexOf
  releasesOf: ReleasesOf
}

export interface Plan {
  upgrades: Upgrade[]
  /** Packages whose releases' ranges would show how others can be upgraded. */
  unknownRanges: PackageName[]
}

/**
 * The upgrades that close counted findings, one for each affected version: to the nearest release without known
 * advisories, otherwise to the one that leaves the fewest and introduces none. What they leave is listed apart, without
 * a release. Ordered by package and release.
 */
export function planUpgrades(given: PlanInput): Plan {
  const supported = supportedReleases(given.inventory.runtimes, given.releasesOf)
  const fixesOf = fixFinder(given, supported)
  const input = { ...given, releasesOf: (id: EcosystemId, name: string) => supported.of(id, name) }
  const groups = new Map<string, Group>()
  const malwareOf = malwareVersions(input.findings)
  for (const finding of input.findings.filter(isCounted)) {
    const candidates = finding.versions
      .filter(({ vex }) => !isCleared(vex))
      .map((affected) => ({
        affected,
        ...chooseFix(finding, fixesOf(finding, affected), malwareOf(finding, affected)),
      }))
    const targets = new Set(candidates.map(({ fix }) => fix?.version ?? null))
    for (const to of targets) {
      const key = versionKey(finding.ecosystem, finding.packageName, to ?? '')
      const group = groups.get(key) ?? newGroup(finding, to)
      groups.set(key, group)
      if (finding.category === 'malware') group.upgrade.isMalware = true
      if (finding.usage?.state !== 'not-seen') delete group.upgrade.isNotSeen
      for (const candidate of candidates)
        if ((candidate.fix?.version ?? null) === to) {
          addVersion(group, candidate)
          group.unsupportedBy ??= candidate.unsupportedBy
        }
      // A version without a fix keeps the finding open, regardless of the others.
      if (targets.size === 1 || to === null) addClosed(group, finding)
      else group.upgrade.shared += 1
    }
  }
  if (groups.size === 0) return { upgrades: [], unknownRanges: [] }
  const places = placesOf(input.inventory)
  const documents = new Set(input.inventory.files)
  const all = [...groups.values()].map((group) => place(group, input, places))
  const { raisedIn, unknownRanges } = raiseAll(all, input)
  const upgrades = all.map((placed) => finish(placed, { ...input, documents }, raisedIn)).sort(byPackage)
  return { upgrades, unknownRanges }
}

/** The malware advisories of each version that has one under a counted finding: then all its findings have one fix. */
function malwareVersions(findings: readonly FoundFinding[]) {
  const keyOf = ({ ecosystem, packageName }: FoundFinding, version: string) =>
    versionKey(ecosystem, packageName, version)
  const known = new Map<string, string[]>()
  for (const finding of findings.filter((each) => isCounted(each) && each.category === 'malware'))
    for (const { version } of finding.versions) {
      const key = keyOf(finding, version)
      known.set(key, [...(known.get(key) ?? []), finding.advisoryUuid])
    }
  return (finding: FoundFinding, { version }: AffectedVersion) => known.get(keyOf(finding, version)) ?? []
}

/**
 * Without a fix, the runtime of the project that rules out all there are. Where package managers only warn of it, the
 * fix is taken nevertheless.
 */
function chooseFix(finding: FoundFinding, fixes: Fixes, malware: readonly string[]) {
  const fix = fixOf(finding, fixes, malware)
  const other = fix === null && fixes.runtime !== null ? fixes.unsupported() : null
  const ruledOut = other && fixOf(finding, { ...fixes, best: other }, malware)
  const isTaken = ecosystemById(finding.ecosystem).isRuntimeAdvisory === true
  return { fix: isTaken ? (fix ?? ruledOut) : fix, unsupportedBy: ruledOut ? fixes.runtime : null }
}

function fixOf(
  { advisoryUuid }: FoundFinding,
  { best, before }: Fixes,
  malware: readonly string[],
): Fix | null {
  const above = best && ![advisoryUuid, ...malware].some((uuid) => best.leaves.has(uuid)) ? best : null
  if (malware.length === 0) return above
  // The nearest clean release, on either side.
  const clean = before()
  const isBeforeNearer =
    clean !== null && (above === null || steps.indexOf(clean.step) < steps.indexOf(above.step))
  return isBeforeNearer ? clean : above
}

interface Fixes {
  best: BestFix | null
  /** The nearest clean release below. */
  before: () => Fix | null
  /** The runtime that the project is for; null if it does not say. */
  runtime: string | null
  /** The best, whatever the runtime. */
  unsupported: () => BestFix | null
}

/** Cached per version. */
function fixFinder({ indexes, releasesOf }: PlanInput, supported: SupportedReleases) {
  const known = new Map<string, Fixes>()
  return (finding: FoundFinding, affected: AffectedVersion): Fixes => {
    const packageQuery = toQuery({ ...affected, name: finding.packageName })
    const { name, version, release } = packageQuery
    const { locations } = affected
    const runtime = supported.describe(finding.ecosystem, locations)
    const files = runtime === null ? [] : locations
    const key = [finding.ecosystem, name, version, release, ...files].join('\n')
    const found = known.get(key)
    if (found !== undefined) return found
    const ecosystem = ecosystemById(finding.ecosystem)
    const index = indexes(finding.ecosystem)
    const ownName = ecosystem.normalizeName(name)
    const releases = supported.of(finding.ecosystem, ownName, locations)
    const query = index && { ...packageQuery, ecosystem, index, releases }
    const all = () => query && { ...query, releases: releasesOf(finding.ecosystem, ownName) }
    const fixes = {
      best: query && findBestFix(query),
      before: () => query && findCleanBefore(query),
      runtime,
      unsupported() {
        const asked = all()
        return asked && findBestFix(asked)
      },
    }
    known.set(key, fixes)
    return fixes
  }
}

interface Group {
  upgrade: Upgrade
  /** Set if no release for the runtime fixes it. */
  unsupportedBy: string | null
  versions: Map<string, AffectedVersion>
}

const newGroup = (
  { ecosystem, packageName, displayName, usage }: FoundFinding,
  to: string | null,
): Group => ({
  upgrade: {
    ecosystem,
    packageName,
    displayName,
    from: [],
    to,
    isMalware: false,
    ...(usage?.state === 'not-seen' && { isNotSeen: true }),
    step: null,
    isKnownRelease: true,
    isDirect: null,
    through: [],
    lockfile: null,
    instructions: [],
    closes: { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 },
    shared: 0,
    cves: [],
    advisoryUuids: [],
  },
  unsupportedBy: null,
  versions: new Map(),
})

function addVersion(
  { upgrade, versions }: Group,
  { affected, fix }: { affected: AffectedVersion; fix: Fix | null },
) {
  versions.set(affected.version, affected)
  if (!fix) return
  upgrade.isKnownRelease &&= fix.isKnownRelease
  const isLarger = upgrade.step === null || steps.indexOf(fix.step) > steps.indexOf(upgrade.step)
  if (isLarger) upgrade.step = fix.step
}

function addClosed(
  { upgrade }: Group,
  { severity, cves, advisoryUuid }: Pick<FoundFinding, 'severity' | 'cves' | 'advisoryUuid'>,
): void {
  upgrade.advisoryUuids.push(advisoryUuid)
  upgrade.closes[severity] += 1
  upgrade.cves.push(...cves)
}

/** Indexes of the components of each package. */
const placesOf = ({ components }: PlanInput['inventory']): Map<string, number[]> =>
  Map.groupBy(components.keys(), (index) => {
    const { ecosystem: id, name } = components[index]!
    return id === null ? '' : packageKey(id, ecosystemById(id).normalizeName(name))
  })

interface Placed extends Group {
  /** Indexes of the affected versions, and of all. */
  own: number[]
  all: number[]
}

function place(
  group: Group,
  { inventory: { components } }: PlanInput,
  places: ReadonlyMap<string, number[]>,
): Placed {
  const all = places.get(packageKey(group.upgrade.ecosystem, group.upgrade.packageName)) ?? []
  return { ...group, all, own: all.filter((index) => group.versions.has(components[index]!.version)) }
}

/** By way of which dependents what they do not allow can be upgraded. */
function raiseAll(all: readonly Placed[], { inventory, indexes, releasesOf }: PlanInput) {
  const byEcosystem = Map.groupBy(
    all.filter(({ upgrade: { to, isMalware }, own }) => to !== null && !isMalware && own.length > 0),
    ({ upgrade }) => upgrade.ecosystem,
  )
  const unknownRanges: PackageName[] = []
  const raised = new Map<EcosystemId, RaisedIn>()
  for (const [id, placed] of byEcosystem) {
    const dependents = dependentsOf(id, { components: inventory.components, indexes, releasesOf })
    raised.set(
      id,
      planRaises(
        placed.map(({ upgrade: { to }, own }) => ({ replaced: own, to: to! })),
        dependents,
      ),
    )
    unknownRanges.push(...[...dependents.wanted].map((name) => ({ ecosystem: id, name })))
  }
  return { unknownRanges, raisedIn: (id: EcosystemId) => raised.get(id) }
}

function finish(
  { upgrade, versions, own, all, unsupportedBy }: Placed,
  { inventory, releasesOf, documents }: PlanInput & { documents: ReadonlySet<string> },
  raisedIn: (id: EcosystemId) => RaisedIn | undefined,
): Upgrade {
  const from = [...versions.keys()].sort(versionOrder(ecosystemById(upgrade.ecosystem)))
  const direct = [...versions.values()].map(({ isDirect }) => isDirect)
  const isDirect = direct.includes(true) ? true : direct.includes(false) ? false : null
  const base = baseImageOf(inventory, own)
  const locations = [...versions.values()].flatMap((each) => each.locations)
  const listedIn = locations[0] === undefined ? null : pathInArchive(locations[0])
  const { ecosystem, displayName: name, to, isMalware } = upgrade
  const { components } = inventory
  const raised = isMalware ? undefined : raisedIn(ecosystem)
  const instructed = { ecosystem, name, to, components, replaced: own, all, documents, releasesOf }
  const unfixable = unsupportedBy === null ? [] : [{ lockfile: listedIn, commands: [], unsupportedBy }]
  const instructions =
    to === null && !isMalware
      ? unfixable
      : instruct({ ...instructed, ...(raised && { raisedIn: raised }) }).map((each) => ({
          ...each,
          ...(unsupportedBy !== null && { unsupportedBy }),
        }))
  return {
    ...upgrade,
    from,
    ...(base === null
      ? { isDirect, through: isDirect === true ? [] : findDirect(inventory, own) }
      : { isDirect: false, through: [base] }),
    lockfile: (instructions[0]?.lockfile ?? listedIn)?.split('/').at(-1)?.slice(0, 100) ?? null,
    instructions,
    cves: [...new Set(upgrade.cves)].sort(compareText),
    advisoryUuids: [...new Set(upgrade.advisoryUuids)].sort(compareText),
  }
}

/** The base image that brings all of the components, which a newer one would replace; null if own layers do. */
function baseImageOf({ components, image }: PlanInput['inventory'], own: readonly number[]): string | null {
  const isOfBase = own.length > 0 && own.every((index) => components[index]?.layer?.isBase === true)
  return isOfBase ? (image?.base?.name ?? null) : null
}

const byPackage = (a: Upgrade, b: Upgrade): number =>
  compareText(a.ecosystem, b.ecosystem) ||
  compareText(a.packageName, b.packageName) ||
  compareText(a.to ?? '', b.to ?? '')

/** Limit for readability: many direct dependencies may lead to a popular package. */
const maxNames = 5
/** Limit for untrusted graphs. */
const maxVisited = 10_000

/** Names of the direct dependencies that introduce components, nearest first; empty if the inventory does not say. */
function findDirect({ components }: Pick<Inventory, 'components'>, start: readonly number[]): string[] {
  const names = new Set<string>()
  const seen = new Set(start)
  // Iterating a Set visits elements in insertion order, including those added meanwhile: breadth first.
  for (const index of seen) {
    const component = components[index] as Component
    if (component.isDirect && !start.includes(index)) names.add(component.name)
    if (names.size === maxNames || seen.size > maxVisited) break
    // Dependents of a direct dependency are irrelevant.
    if (component.isDirect && !start.includes(index)) continue
    for (const parent of component.requiredBy) seen.add(parent)
  }
  return [...names]
}
