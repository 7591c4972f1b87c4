import { identityOfPurl } from '../../documents/components/identity.ts'
import { listOf, quote, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { ecosystemById } from '../../ecosystems.ts'
import type { Issue } from '../../inventory.ts'
import { ownProperty } from '../../own-property.ts'
import { parsePurl } from '../../purl.ts'
import { readProductTree } from '../../vex/csaf-products.ts'
import { parseRange } from '../../vex/version-range.ts'
import type { VexProduct } from '../../vex/vex-document.ts'
import { scoreCvss } from '../cvss.ts'
import { bestCvss } from '../osv-severity.ts'
import type { OwnAdvisory, OwnAffected, OwnRange } from './own-advisory.ts'

type Members = Record<string, unknown>

export interface CsafReading {
  advisories: OwnAdvisory[]
  /** Of the document: epoch ms; null if it does not say. */
  published: number | null
  modified: number | null
  issues: Issue[]
}

/**
 * One advisory for each vulnerability of a CSAF 2.0 or 2.1 document, about the packages that it lists as affected:
 * https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html. Products without a package URL are left out.
 */
export function readCsafAdvisories(json: Members, where: string): CsafReading {
  const document = recordOf(json['document'])
  const tracking = recordOf(document['tracking'])
  const issues: Issue[] = []
  const vulnerabilities = listOf(json['vulnerabilities']).map(recordOf)
  const products = readProductTree(recordOf(json['product_tree'])).byId
  const productsOf = (ids: unknown): VexProduct[] =>
    listOf(ids).flatMap((id) =>
      (products.get(textOf(id)) ?? []).map(({ product, subcomponent }) => subcomponent ?? product),
    )
  const trackingId = shortTextOf(tracking['id']).replaceAll(/\s+/g, '-')
  const advisories = vulnerabilities.map((vulnerability, index): OwnAdvisory => {
    const cve = textOf(vulnerability['cve'])
    const suffix = vulnerabilities.length === 1 ? '' : `-${cve || index + 1}`
    const at = `${where}#/vulnerabilities/${index}`
    return {
      id: `${trackingId || 'CSAF'}${suffix}`,
      ...readTexts(vulnerability, document),
      ...readRating(vulnerability, document),
      aliases: aliasesOf(vulnerability),
      cwes: cwesOf(vulnerability),
      references: [...readReferences(vulnerability), ...readReferences(document)],
      affected: readAffected(recordOf(vulnerability['product_status']), productsOf, { at, issues }),
    }
  })
  return {
    advisories,
    published: timeOf(tracking['initial_release_date']),
    modified: timeOf(tracking['current_release_date']),
    issues,
  }
}

const timeOf = (text: unknown): number | null => {
  const ms = Date.parse(textOf(text))
  return Number.isNaN(ms) ? null : ms
}

function aliasesOf(vulnerability: Members): string[] {
  const others = listOf(vulnerability['ids']).map((each) => shortTextOf(recordOf(each)['text']))
  const ids = [textOf(vulnerability['cve']), ...others].filter((id) => id !== '' && !/\s/.test(id))
  return [...new Set(ids)]
}

/** CSAF 2.0 has one weakness, 2.1 a list. */
const cwesOf = (vulnerability: Members): string[] => [
  ...new Set(
    [vulnerability['cwe'], ...listOf(vulnerability['cwes'])]
      .map((each) => textOf(recordOf(each)['id']))
      .filter((id) => /^CWE-\d{1,6}$/.test(id)),
  ),
]

const describing = new Set(['description', 'details', 'general', 'summary'])

function readTexts(vulnerability: Members, document: Members): Pick<OwnAdvisory, 'summary' | 'details'> {
  const notes = [...listOf(vulnerability['notes']), ...listOf(document['notes'])].map(recordOf)
  const texts = notes
    .filter(({ category }) => describing.has(textOf(category)))
    .map(({ text }) => textOf(text))
  return {
    summary: shortTextOf(vulnerability['title']) || shortTextOf(document['title']),
    details: [...new Set(texts)].filter((text) => text !== '').join('\n\n'),
  }
}

/** Vendors name their own levels: https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#3212-document-property---aggregate-severity */
const severityWords: ReadonlyMap<string, OwnAdvisory['severity']> = new Map([
  ['critical', 'critical'],
  ['important', 'high'],
  ['high', 'high'],
  ['moderate', 'medium'],
  ['medium', 'medium'],
  ['low', 'low'],
])

/** Scores of 2.0 are members, those of 2.1 the content of metrics. */
function readRating(vulnerability: Members, document: Members): Pick<OwnAdvisory, 'severity' | 'cvss'> {
  const metrics = listOf(vulnerability['metrics']).map((each) => recordOf(recordOf(each)['content']))
  const scores = [...listOf(vulnerability['scores']).map(recordOf), ...metrics]
  const vectors = scores.flatMap(({ cvss_v4: v4, cvss_v3: v3, cvss_v2: v2 }) =>
    [v4, v3, v2].map((each) => scoreCvss(textOf(recordOf(each)['vectorString']))),
  )
  const best = bestCvss(vectors.filter((vector) => vector !== null))
  const word = textOf(recordOf(document['aggregate_severity'])['text']).toLowerCase()
  return { cvss: best?.vector ?? null, severity: best ? null : (severityWords.get(word) ?? null) }
}

const readReferences = (holder: Members): OwnAdvisory['references'] =>
  listOf(holder['references']).flatMap((each) => {
    const { category, url } = recordOf(each)
    const type = textOf(category) === 'self' ? 'ADVISORY' : 'WEB'
    return textOf(url) === '' ? [] : [{ type, url: textOf(url) }]
  })

const affectedStatuses = ['known_affected', 'first_affected', 'last_affected']
const fixedStatuses = ['first_fixed', 'fixed']

interface Log {
  at: string
  issues: Issue[]
}

function readAffected(status: Members, productsOf: (ids: unknown) => VexProduct[], log: Log): OwnAffected[] {
  const report = (message: string) => log.issues.push({ code: 'product-skipped', message, where: log.at })
  const fixed = fixedStatuses.flatMap((name) => productsOf(ownProperty(status, name)))
  const byPackage = new Map<string, OwnAffected>()
  for (const product of affectedStatuses.flatMap((name) => productsOf(ownProperty(status, name)))) {
    const found = packageOf(product)
    if (!found) {
      report(`${quote(product.id)} is no package of a known ecosystem, so nothing matches it.`)
      continue
    }
    const { ecosystem, name, release } = found
    const key = `${ecosystem.id} ${name} ${release}`
    const own = byPackage.get(key) ?? emptyOf(found)
    byPackage.set(key, own)
    addVersions(own, product, report)
  }
  for (const [key, own] of byPackage) {
    const ends = fixed.flatMap((product) => {
      const found = packageOf(product)
      const isSame = found && `${found.ecosystem.id} ${found.name} ${found.release}` === key
      return isSame ? (singleVersion(product) ?? []) : []
    })
    endRanges(own, ends)
  }
  return [...byPackage.values()]
}

interface Found {
  ecosystem: Ecosystem
  name: string
  release: string
}

const emptyOf = ({ ecosystem, name, release }: Found): OwnAffected => ({
  ecosystem: ecosystem.id,
  package: name,
  release,
  ranges: [],
  versions: [],
})

function packageOf({ id }: VexProduct): Found | null {
  const purl = parsePurl(id)
  const { ecosystem = null, name = '' } = purl ? identityOfPurl(purl, '') : {}
  if (!purl || !ecosystem) return null
  return { ecosystem, name, release: ecosystem.release?.fromQualifiers(purl.qualifiers) ?? '' }
}

/** Of a package URL with a version, or a branch of one version; null for a range. */
function singleVersion({ id, versions }: VexProduct): string | null {
  if (versions === null) return parsePurl(id)?.version ?? null
  const range = parseRange(versions)
  const [only, ...more] = range === null || range === '*' ? [] : range
  return only?.comparator === '=' && more.length === 0 ? only.version : null
}

function addVersions(own: OwnAffected, product: VexProduct, report: (message: string) => void): void {
  const single = singleVersion(product)
  if (single !== null) {
    if (!own.versions.includes(single)) own.versions.push(single)
    return
  }
  const range = product.versions === null ? '*' : parseRange(product.versions)
  if (range === '*') own.ranges.push(everything())
  else if (range === null) report(`${quote(product.versions ?? '')} is no version range.`)
  else addConstraints(own, range, report)
}

const everything = (): OwnRange => ({ introduced: '0', fixed: null, lastAffected: null })

type Constraints = Exclude<ReturnType<typeof parseRange>, '*' | null>

/** The bounds of https://github.com/package-url/vers-spec, in order: each lower one begins a range that the next ends. */
function addConstraints(own: OwnAffected, range: Constraints, report: (message: string) => void): void {
  let open: OwnRange | null = null
  const close = (end: Partial<OwnRange>) => {
    own.ranges.push({ ...(open ?? everything()), ...end })
    open = null
  }
  for (const { comparator, version } of range) {
    if (comparator === '=') own.versions.push(version)
    else if (comparator === '<') close({ fixed: version })
    else if (comparator === '<=') close({ lastAffected: version })
    else if (comparator === '!=') report(`The exception of ${quote(version)} cannot be stated.`)
    else {
      if (open !== null) close({})
      // OSV ranges begin with an affected version, so that of '>' counts as one.
      open = { ...everything(), introduced: version }
    }
  }
  if (open !== null) close({})
}

/** A range without an end is ended by the first fixed version after its beginning. */
function endRanges(own: OwnAffected, fixedVersions: readonly string[]): void {
  const { compareVersions } = ecosystemById(own.ecosystem)
  const inOrder = fixedVersions.toSorted((a, b) => compareVersions(a, b) ?? 0)
  for (const range of own.ranges) {
    if (range.fixed !== null || range.lastAffected !== null) continue
    range.fixed =
      inOrder.find(
        (version) => range.introduced === '0' || (compareVersions(range.introduced, version) ?? 0) < 0,
      ) ?? null
  }
}
