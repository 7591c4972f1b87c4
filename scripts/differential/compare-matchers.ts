import { openIndex, type AdvisoryIndex } from '@assay/engine/advisories/advisory-index.ts'
import { clusterEntries, clusterRecords } from '@assay/engine/advisories/clusters.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { matchByReference, streamsOf, type OsvDocument } from '@assay/engine/advisories/reference-matcher.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { findFixes } from '@assay/engine/advisories/find-fixes.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { drawVersion, randomOf, versionsOf } from './draw-versions.ts'

type Document = OsvDocument & { id: string }

export interface Comparison {
  packages: number
  pairs: number
  affected: number
  /** Fix versions checked with the reference matcher, too. */
  fixes: number
  differences: string[]
}

/** The documents about one package of one release. */
interface Listed {
  name: string
  release: string | undefined
  /** Each with its part about this package: those of distributions cover hundreds. */
  documents: Map<Document, OsvDocument>
  versions: string[]
}

/** How much to compare of an ecosystem. */
interface Amount {
  /** At most, spread over all. */
  packages: number
  /** At least. */
  pairs: number
}

const pairsOfPackage = 6

/** Draws versions of the packages that the documents name in the ecosystem, and compares both matchers. */
export function compareMatchers(ecosystem: Ecosystem, all: readonly Document[], amount: Amount): Comparison {
  const every = [...listPackages(ecosystem, all).values()]
  const step = Math.max(1, every.length / amount.packages)
  const packages = every.filter((_each, at) => Math.floor(at % step) === 0)
  const known = packages.flatMap(({ versions }) => versions)
  const index = indexOf(ecosystem, new Set(packages.flatMap(({ documents }) => [...documents.keys()])))
  const random = randomOf(packages.length)
  const result: Comparison = { packages: packages.length, pairs: 0, affected: 0, fixes: 0, differences: [] }
  const count = Math.max(pairsOfPackage, Math.ceil(amount.pairs / Math.max(1, packages.length)))
  for (const listed of packages) {
    for (let left = count; left > 0; left--) {
      ask({ ecosystem, index, listed, version: drawVersion(listed.versions, known, random) }, result)
    }
  }
  return result
}

function listPackages(ecosystem: Ecosystem, all: readonly Document[]): Map<string, Listed> {
  const packages = new Map<string, Listed>()
  for (const document of all) {
    for (const affected of document.affected ?? []) {
      const [osvName, ...suffix] = (affected.package?.ecosystem ?? '').split(':')
      const name = affected.package?.name
      if (osvName !== ecosystem.osvName || !name) continue
      const release = ecosystem.release?.fromSuffix(suffix.join(':')) ?? undefined
      const key = `${ecosystem.normalizeName(name)}\n${release ?? ''}`
      const listed: Listed = packages.get(key) ?? { name, release, documents: new Map(), versions: [] }
      packages.set(key, listed)
      if (!listed.documents.has(document))
        listed.documents.set(document, partAbout(document, ecosystem, name))
      for (const version of versionsOf(affected)) listed.versions.push(version)
    }
  }
  return packages
}

function partAbout(document: Document, ecosystem: Ecosystem, name: string): OsvDocument {
  const normalizedName = ecosystem.normalizeName(name)
  const affected = (document.affected ?? []).filter(
    ({ package: of }) => of?.name !== undefined && ecosystem.normalizeName(of.name) === normalizedName,
  )
  return { ...document, affected }
}

/** With real clusters, to detect one record under two ids, and two advisories under one. */
function indexOf(ecosystem: Ecosystem, documents: ReadonlySet<Document>): AdvisoryIndex {
  const records = [...documents].map((document) => readOsvRecord(document, document.id).record!)
  const { uuidByRecord } = clusterRecords(records, new Map())
  const clusters = Map.groupBy(records, ({ id }) => uuidByRecord.get(id)!)
  const entries = [...clusters].flatMap(([uuid, of]) => clusterEntries(uuid, of))
  return openIndex(
    ecosystem,
    compileIndex(
      ecosystem,
      entries.filter(({ affected }) => affected.ecosystem === ecosystem.id),
    ),
  )
}

interface Question {
  ecosystem: Ecosystem
  index: AdvisoryIndex
  listed: Listed
  version: string
}

function ask({ ecosystem, index, listed, version }: Question, result: Comparison): void {
  const { name, release, documents } = listed
  const expectedFor = memoized((of) =>
    [...documents.keys()].filter((document) =>
      matchByReference(ecosystem, documents.get(document)!, {
        name,
        release,
        version: of,
        stream: streamOfBuild(documents, of),
      }),
    ),
  )
  const expected = expectedFor(version).map(({ id }) => id)
  const matches = index.match(name, version, release)
  const records = matches.map(({ evidence }) => [...new Set(evidence.map(({ recordId }) => recordId))])
  // A record that was merged into several others is found with each; any other is found once.
  const merged = new Set(matches.flatMap(({ updates = [] }) => updates))
  const found = merged.size > 0 ? [...new Set(records.flat())] : records.flat()
  const [expectedText, got] = [expected.toSorted().join(' '), found.toSorted().join(' ')]
  const label = `${name} ${version}${release === undefined ? '' : ` of release ${release}`}`
  result.pairs++
  if (expected.length > 0) result.affected++
  if (expectedText !== got) result.differences.push(`${label}: expected [${expectedText}], found [${got}]`)
  if (expected.length === 0) return
  const counted = new Set(
    [...documents.keys()].filter((document) => isVulnerability(document)).map(({ id }) => id),
  )
  const { recommended, safeVersions, fixOf } = findFixes({
    ecosystem,
    index,
    name,
    version,
    release,
    releases: null,
  })
  const check = (fix: string | null | undefined, ids: readonly string[]) => {
    if (fix == null) return
    result.fixes++
    const isUp = (ecosystem.compareVersions(version, fix) ?? 0) < 0
    if (!isUp || expectedFor(fix).some(({ id }) => counted.has(id) && ids.includes(id)))
      result.differences.push(`${label}: ${fix} does not fix it`)
  }
  for (const fix of [recommended?.version, ...Object.values(safeVersions)]) check(fix, [...counted])
  for (const { facts, evidence } of matches) {
    const ids = evidence.map(({ recordId }) => recordId)
    check(fixOf(facts.advisoryUuid)?.version, ids)
  }
}

/** The stream of the documents that name the same build of a module, if they agree. */
function streamOfBuild(documents: Listed['documents'], version: string): string | undefined {
  const [build] = /module.el.*/.exec(version) ?? []
  if (build === undefined) return undefined
  const naming = [...documents].filter(([, part]) => JSON.stringify(part.affected).includes(`${build}"`))
  const named = naming.map(([document]) => streamsOf(document)).filter((streams) => streams.length === 1)
  return new Set(named.flat()).size === 1 ? named[0]![0] : undefined
}

/** Caches results, since most findings of a version have the same fix. */
function memoized<T>(compute: (version: string) => T): (version: string) => T {
  const known = new Map<string, T>()
  return (version) => {
    if (!known.has(version)) known.set(version, compute(version))
    return known.get(version)!
  }
}

/** Notices and unmaintained packages are only warnings, which no version fixes. */
function isVulnerability(document: Document): boolean {
  const known = vulnerabilities.get(document)
  if (known !== undefined) return known
  const { category } = readOsvRecord(document, document.id).record!
  const isCounted = category === 'vulnerability' || category === 'malware'
  vulnerabilities.set(document, isCounted)
  return isCounted
}

/** A document of a distribution is looked up for each of its hundreds of packages. */
const vulnerabilities = new WeakMap<Document, boolean>()
