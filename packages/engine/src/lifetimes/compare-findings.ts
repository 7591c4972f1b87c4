import { dayMs } from '../time.ts'
import type { Inventory, ScannedDocument } from '../inventory.ts'
import { isCounted } from './counts.ts'
import type { AffectedVersion, Comparison, EndedFinding, FindingKey } from './finding.ts'
import type { AddressedKind, EndKind } from '../vocabulary.ts'
import type { FoundFinding, OpenFinding } from './finding.ts'
import { ecosystemOfPurl } from '../ecosystems.ts'
import { parsePurl } from '../purl.ts'
import { isLockfile } from '../documents/readers.ts'
import { findingKey, packageKey } from '../keys.ts'
import { byKey } from './find-affected.ts'
import { documentsOf, findContinued } from './scanned-documents.ts'
import { compareText, groupPackages, isVersion, versionOrder } from './packages.ts'
import type { InventoryPackage } from './packages.ts'

export interface ComparisonInput {
  /** Findings open before this scan. If clusters were merged, under the remaining uuid. */
  open: readonly OpenFinding[]
  /** Findings of this scan, including suppressed ones; one per key. */
  found: readonly FoundFinding[]
  inventory: Inventory
  /** Documents of the previous scan; absent if it was the first one. */
  previous?: readonly ScannedDocument[] | undefined
  /** Epoch ms. */
  now: number
  /** Whether the current advisory affects a version; null without an index. */
  stillAffects: (key: FindingKey, affected: AffectedVersion) => boolean | null
}

/**
 * Which findings are opened, continued and ended by a scan. Every open finding is either continued or ended; suppressed
 * ones are not opened. The result does not depend on the order of the input.
 */
export function compareFindings(input: ComparisonInput): Comparison {
  const foundByKey = new Map(input.found.map((found) => [findingKey(found), found]))
  const unclaimed = new Map(foundByKey)
  let evidence: InventoryEvidence | null = null
  const comparison: Comparison = { opened: [], continued: [], ended: [] }
  const follow = (finding: OpenFinding, found: FoundFinding) => {
    unclaimed.delete(findingKey(found))
    if (!isCounted(found)) comparison.ended.push(unfixed(finding, 'excluded'))
    else comparison.continued.push({ finding, found, hasNewVersions: hasNewVersions(finding, found) })
  }
  const changed: OpenFinding[] = []
  for (const finding of input.open.toSorted(byKeyThenAge)) {
    const key = findingKey(finding)
    const found = foundByKey.get(key)
    if (found && (unclaimed.has(key) || !isCounted(found))) follow(finding, found)
    // Merged advisories: the older finding continues, and the younger one was not fixed.
    else if (found) comparison.ended.push(unfixed(finding, 'advisory-changed'))
    else {
      const end = endOf(finding, (evidence ??= readEvidence(input)))
      if (end.kind === 'advisory-changed') changed.push(finding)
      else comparison.ended.push(end)
    }
  }
  for (const finding of changed) {
    const successor = findSuccessor(finding, unclaimed.values())
    if (successor) follow(finding, successor)
    else comparison.ended.push(unfixed(finding, 'advisory-changed'))
  }
  comparison.opened = [...unclaimed.values()].filter(isCounted).sort(byKey)
  return comparison
}

/** The finding under another advisory that has one of its records now: the feed split or merged them. */
function findSuccessor(finding: OpenFinding, unclaimed: Iterable<FoundFinding>): FoundFinding | null {
  const records = new Set(recordsOf(finding))
  const isSuccessor = (found: FoundFinding) =>
    packageKey(found.ecosystem, found.packageName) === packageKey(finding.ecosystem, finding.packageName) &&
    recordsOf(found).some((id) => records.has(id))
  return [...unclaimed].filter(isSuccessor).sort(byKey)[0] ?? null
}

const recordsOf = ({ versions }: Pick<FoundFinding, 'versions'>): string[] =>
  versions.flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId))

/** Why findings are no longer present, according to the inventory. */
interface InventoryEvidence extends Pick<ComparisonInput, 'now' | 'stillAffects'> {
  packages: Map<string, InventoryPackage>
  ecosystems: Set<string>
  files: Set<string>
  /** Documents that list only packages with vulnerabilities. */
  partial: Set<string>
  /** Keys of packages that a document says were dealt with. */
  mitigated: Set<string>
  /** Whether a document of the previous scan was read again, by its path then. */
  continued: ReadonlyMap<string, boolean>
}

function readEvidence({ inventory, previous = [], now, stillAffects }: ComparisonInput): InventoryEvidence {
  const packages = groupPackages(inventory)
  const ecosystems = new Set<string>([...packages.values()].map((each) => each.ecosystem.id))
  const documents = documentsOf(inventory)
  const partial = new Set(documents.filter(({ isPartial }) => isPartial).map(({ path }) => path))
  const mitigated = new Set(documents.flatMap((each) => (each.mitigated ?? []).flatMap(keyOfPurl)))
  const found = findContinued(previous, documents)
  const continued = new Map(previous.map(({ path }) => [path, found.has(path)]))
  return {
    now,
    stillAffects,
    packages,
    ecosystems,
    files: new Set(inventory.files),
    partial,
    mitigated,
    continued,
  }
}

function keyOfPurl(text: string): string[] {
  const purl = parsePurl(text)
  const ecosystem = purl && ecosystemOfPurl(purl)
  if (!purl || !ecosystem) return []
  const name = ecosystem.nameFromPurl(purl.namespace, purl.name)
  return [packageKey(ecosystem.id, ecosystem.normalizeName(name))]
}

function endOf(finding: OpenFinding, evidence: InventoryEvidence): EndedFinding {
  const key = packageKey(finding.ecosystem, finding.packageName)
  const present = evidence.packages.get(key)
  const isMitigated = !present && evidence.mitigated.has(key)
  const affected = finding.versions.map((version) => evidence.stillAffects(finding, version))
  if (affected.includes(null) && !isMitigated) return unfixed(finding, 'coverage-lost')
  // The finding would have ended without a change to the package, too.
  if (affected.every((each) => each === false))
    return unfixed(finding, finding.isWithdrawn ? 'withdrawn' : 'advisory-changed')

  if (isMitigated) return fixed(finding, 'removed', { fixedBy: 'removed', now: evidence.now })
  // A version in another file says nothing about files that this scan did not read.
  if (!wasCovered(finding, evidence)) return unfixed(finding, 'coverage-lost')
  if (!present && isOfPartial(finding, evidence)) return unfixed(finding, 'coverage-lost')
  if (!present) return fixed(finding, 'removed', { fixedBy: 'removed', now: evidence.now })
  const version = highestVersion(present)
  if (version === null) return unfixed(finding, 'coverage-lost')
  return fixed(finding, 'upgraded', { fixedBy: `${present.displayName} ${version}`, now: evidence.now })
}

/**
 * Whether this scan covered the same documents and ecosystem: only then is a change a fix. Next to its documents, a
 * component may name files that it was found in, which are not read. A lockfile without packages covers its ecosystem,
 * other than a document that says no more.
 */
function wasCovered(
  finding: OpenFinding,
  { files, ecosystems, continued }: Pick<InventoryEvidence, 'files' | 'ecosystems' | 'continued'>,
): boolean {
  const locations = finding.versions.flatMap((affected) => affected.locations)
  if (!ecosystems.has(finding.ecosystem) && !locations.every(isLockfile)) return false
  const documents = locations.filter((location) => continued.has(location))
  if (documents.length > 0) return documents.every((path) => continued.get(path) === true)
  return locations.every((location) => files.has(location))
}

/** Whether the package may still be used although its document no longer lists it. */
const isOfPartial = ({ versions }: OpenFinding, { partial, files }: InventoryEvidence): boolean =>
  partial.size > 0 &&
  (partial.size === files.size ||
    versions.some(({ locations }) => locations.some((location) => partial.has(location))))

function highestVersion({ ecosystem, components }: InventoryPackage): string | null {
  const versions = components.map(({ version }) => version).filter((each) => isVersion(ecosystem, each))
  return versions.sort(versionOrder(ecosystem)).at(-1) ?? null
}

function unfixed(finding: OpenFinding, kind: Exclude<EndKind, AddressedKind>): EndedFinding {
  return { finding, kind, fixedBy: null, daysToFix: null }
}

function fixed(
  finding: OpenFinding,
  kind: AddressedKind,
  { fixedBy, now }: { fixedBy: string; now: number },
): EndedFinding {
  return { finding, kind, fixedBy, daysToFix: daysToFix(finding, now) }
}

/**
 * Without a publication date, the introduction counts, since the advisory was known then. null if the start is in the
 * future (wrong dates or clocks).
 */
function daysToFix({ introducedAt, publishedAt }: OpenFinding, now: number): number | null {
  const start = Math.max(introducedAt, publishedAt ?? introducedAt)
  return now < start ? null : Math.floor((now - start) / dayMs)
}

function hasNewVersions(finding: OpenFinding, found: FoundFinding): boolean {
  const known = new Set(finding.versions.map(({ version }) => version))
  return found.versions.some(({ version }) => !known.has(version))
}

function byKeyThenAge(a: OpenFinding, b: OpenFinding): number {
  return byKey(a, b) || a.introducedAt - b.introducedAt || compareText(a.uuid, b.uuid)
}
