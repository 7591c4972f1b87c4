import { isObject, listOf, objectOf, textOf } from '../advisories/osv-json.ts'
import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemByCpe, ecosystemOfPurl } from '../ecosystems.ts'
import { parsePurl } from '../purl.ts'

/** A release line (cycle) of a product: '4.2' stands for 4.2 and everything that starts with '4.2.'. */
export interface ReleaseCycle {
  cycle: string
  /** Epoch ms of the last day of support; 'ended' if the date is unknown; null if no end is known. */
  endsAt: number | 'ended' | null
}

/** A product with end-of-life dates per release line. */
export interface SupportedProduct {
  /** 'Django'. */
  title: string
  /** Its packages, with normalized names; '' is a distribution itself, whose cycles are releases. */
  packages: { ecosystem: EcosystemId; name: string }[]
  cycles: ReleaseCycle[]
}

/**
 * Parses products of https://endoflife.date/api, one or a list, in the format of its files (releaseCycle, eol) or of
 * its API (name, eolFrom); null if the text is neither. Keeps only packages of known ecosystems and distributions.
 */
export function readEolDates(text: string): SupportedProduct[] | null {
  // A cheap check first, since advisories are parsed here by the hundred thousand.
  if (!text.includes('"releases"')) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The advisory parser reports what is wrong with it.
    return null
  }
  const result = objectOf(json)['result'] ?? json
  const products = Array.isArray(result) ? result : [result]
  if (!products.every((each) => isObject(each) && Array.isArray(each['releases']))) return null
  return products.map(readProduct).filter(({ packages }) => packages.length > 0)
}

function readProduct(json: unknown): SupportedProduct {
  const product = objectOf(json)
  const identifiers = listOf(product['identifiers']).map(objectOf)
  return {
    title: textOf(product['title']) || textOf(product['label']) || textOf(product['product']),
    packages: packagesOf(identifiers.map(({ purl, cpe, id }) => textOf(purl) || textOf(cpe) || textOf(id))),
    cycles: listOf(product['releases']).map((each) => readCycle(objectOf(each))),
  }
}

function readCycle({
  releaseCycle,
  name,
  eol,
  eolFrom,
  isEol,
}: Readonly<Record<string, unknown>>): ReleaseCycle {
  return { cycle: textOf(releaseCycle) || textOf(name), endsAt: readEnd(eol ?? eolFrom ?? isEol) }
}

/** A date (the last day, UTC), or whether it has ended. */
export function readEnd(end: unknown): ReleaseCycle['endsAt'] {
  if (end === true) return 'ended'
  const at = Date.parse(`${textOf(end)}T00:00:00Z`)
  return Number.isNaN(at) ? null : at
}

/** Packages of known ecosystems from package URLs and CPEs. Distributions support their packages themselves. */
export function packagesOf(identifiers: readonly string[]): SupportedProduct['packages'] {
  const distributions = new Set(identifiers.map(distributionOf).filter((each) => each !== null))
  const packages = identifiers.flatMap((text) => {
    const purl = parsePurl(text)
    const ecosystem = purl && ecosystemOfPurl(purl)
    if (!purl || !ecosystem || ecosystem.release) return []
    return [{ ecosystem: ecosystem.id, name: nameOf(ecosystem, purl) }]
  })
  return [...packages, ...[...distributions].map(({ id }) => ({ ecosystem: id, name: '' }))]
}

/** 'cpe:/o:debian:debian_linux' and 'cpe:2.3:o:debian:debian_linux' are Debian. */
function distributionOf(identifier: string): Ecosystem | null {
  const cpe = /^cpe:(?:\/|2\.3:)o:([^:]+:[^:]+)/.exec(identifier)?.[1]
  return cpe === undefined ? null : ecosystemByCpe(cpe)
}

const nameOf = (ecosystem: Ecosystem, { namespace, name }: { namespace: string | null; name: string }) =>
  ecosystem.normalizeName(ecosystem.nameFromPurl(namespace, name))

/** The most specific cycle of a version; null if there is none. */
export function cycleOf(cycles: readonly ReleaseCycle[], version: string): ReleaseCycle | null {
  const plain = version.replace(/^v(?=\d)/, '')
  let found: ReleaseCycle | null = null
  for (const cycle of cycles) {
    const isHeld = plain.startsWith(cycle.cycle) && !/^[\dA-Za-z]/.test(plain.slice(cycle.cycle.length))
    if (isHeld && cycle.cycle !== '' && cycle.cycle.length > (found?.cycle.length ?? 0)) found = cycle
  }
  return found
}
