import { ecosystemById, ecosystemByOsvName } from '../ecosystems.ts'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { Issue } from '../inventory.ts'
import type { AffectedPackage, AffectedRange } from './advisory.ts'
import { boundsOf } from './affected-range.ts'
import { readEvents } from './osv-ranges.ts'
import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './osv-json.ts'
import { readRating } from './osv-severity.ts'

interface Location {
  /** JSON pointer of the entry, after the document's location. */
  where: string
  issues: Issue[]
}

/** The affected packages in document order; a package may occur several times. */
export function readAffected(document: JsonObject, location: Location): AffectedPackage[] {
  const unsupported = new Set<string>()
  const affected: AffectedPackage[] = []
  for (const [index, entry] of listOf(document['affected']).entries()) {
    const where = `${location.where}/${index}`
    const read = readEntry(entry, { where, issues: location.issues }, unsupported)
    if (read) affected.push({ ...read, ...readDistribution(read, objectOf(entry), document) })
  }
  return affected
}

/** The distribution's rating of the package, otherwise of the whole advisory, and the module. */
function readDistribution(
  { ecosystem, ranges }: AffectedPackage,
  entry: JsonObject,
  document: JsonObject,
): Pick<AffectedPackage, 'rating' | 'stream'> {
  const { release } = ecosystemById(ecosystem)
  if (!release) return {}
  const rating = readRating(entry) ?? readRating(document)
  const bounds = ranges.flatMap(boundsOf)
  const stream = release.streamOf?.({ summary: textOf(document['summary']), bounds }) ?? null
  return { ...(rating !== null && { rating }), ...(stream !== null && { stream }) }
}

function readEntry(entry: unknown, location: Location, unsupported: Set<string>): AffectedPackage | null {
  const { package: about, ranges, versions } = objectOf(entry)
  const { ecosystem: label, name: givenName } = objectOf(about)
  const [osvName = '', ...rest] = textOf(label).split(':')
  const name = textOf(givenName)
  if (osvName === '' || name === '') {
    report(
      location,
      'package-missing',
      'An affected entry names no package of an ecosystem, so it was left out.',
    )
    return null
  }
  const ecosystem = ecosystemByOsvName(textOf(label))
  if (!ecosystem) {
    // A document can list a thousand packages of one unsupported ecosystem: report it once.
    const shown = ecosystemByOsvName(osvName) ? `${osvName}:${rest[0]}` : osvName
    if (!unsupported.has(shown)) {
      report(location, 'ecosystem-unsupported', `The ecosystem '${shown}' is not supported.`)
    }
    unsupported.add(shown)
    return null
  }
  const read = { ranges: readRanges(ranges, ecosystem, location), versions: textsOf(versions) }
  if (read.ranges.length === 0 && read.versions.length === 0) {
    report(
      location,
      'affects-nothing',
      `'${name}' is listed without a range or a version, so nothing matches it.`,
    )
  }
  const symbols = readSymbols(objectOf(entry))
  return {
    ecosystem: ecosystem.id,
    name,
    suffix: rest.join(':'),
    ...read,
    ...(symbols.length > 0 && { symbols }),
  }
}

function readRanges(ranges: unknown, ecosystem: Ecosystem, location: Location): AffectedRange[] {
  return listOf(ranges).flatMap((range, index) => {
    const at = { ...location, where: `${location.where}/ranges/${index}` }
    const { type, events } = objectOf(range)
    // Git commits cannot be compared with released versions.
    if (textOf(type).toUpperCase() === 'GIT') return []
    const read = isObject(range) ? readEvents(listOf(events), ecosystem) : null
    if (!read) report(at, 'range-invalid', 'A range has an event that could not be read, so it was left out.')
    else if (read.length === 0) report(at, 'range-empty', 'A range says nowhere where it begins.')
    return read ?? []
  })
}

function report({ where, issues }: Location, code: string, message: string): void {
  issues.push({ code, message, where })
}

const maxSymbols = 500

/**
 * The vulnerable functions that an affected entry names: https://go.dev/doc/security/vuln/database#schema and
 * https://github.com/rustsec/advisory-db/blob/main/README.md. Empty if it names none, or a whole module.
 */
function readSymbols(entry: JsonObject): string[] {
  const specific = objectOf(entry['ecosystem_specific'])
  const imports = listOf(specific['imports']).map(objectOf)
  const isWhole = imports.some((each) => textsOf(each['symbols']).length === 0)
  const ofGo = isWhole
    ? []
    : imports.flatMap((each) => textsOf(each['symbols']).map((name) => `${textOf(each['path'])}.${name}`))
  const { functions } = objectOf(specific['affects'])
  const ofRust = isObject(functions) ? Object.keys(functions) : textsOf(functions)
  return [...new Set([...ofGo, ...ofRust])]
    .filter((name) => /^[\w./:~-]{3,300}$/.test(name))
    .slice(0, maxSymbols)
}
