import { dayMs, isoDay } from '../time.ts'
import { cut } from '../advisories/osv-json.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { releaseOf } from '../releases/usable-releases.ts'
import type { StabilityWarning } from '../scan-result.ts'
import { shippedEolDates } from './shipped-eol-dates.ts'
import type { ReleaseCycle, SupportedProduct } from './eol-dates.ts'
import { cycleOf } from './eol-dates.ts'

/** A warning before exclusions. */
export type FoundWarning = Omit<StabilityWarning, 'exclusionUuid'>

interface WarningInput {
  /** Ids of the records that mark it as unmaintained. */
  unmaintainedBy: (component: Component) => readonly string[]
  /** The advisories of the packages that it was made from. */
  ancestorsAffectedBy: (component: Component) => readonly string[]
  releasesOf: ReleasesOf
  /** End-of-life dates that take precedence over the built-in table. */
  eolDates: readonly SupportedProduct[]
  /** Epoch ms. */
  now: number
}

const maxReasonLength = 300

/** Deprecated, unsupported and unmaintained components, in inventory order. */
export function findWarnings({ components }: Inventory, facts: WarningInput): FoundWarning[] {
  const productOf = lookUp([...shippedEolDates, ...facts.eolDates])
  const distributionEnd = distributionEnds(productOf, facts.now)
  const warnings: FoundWarning[] = []
  for (const [index, component] of components.entries()) {
    const warn = (kind: FoundWarning['kind'], reason: string | null) => {
      if (reason !== null) warnings.push({ component: index, kind, reason })
    }
    warn('deprecated', deprecation(component, facts.releasesOf))
    warn('end-of-life', endOfLife(component, productOf, facts.now))
    warn('end-of-life', distributionEnd(component))
    warn('unmaintained', unmaintained(facts.unmaintainedBy(component)))
    for (const reason of facts.ancestorsAffectedBy(component)) warn('ancestor-affected', reason)
  }
  return warnings
}

type ProductOf = (ecosystem: EcosystemId, name: string) => SupportedProduct | undefined

/** If several products name a package, the last one applies. */
function lookUp(products: readonly SupportedProduct[]): ProductOf {
  const byPackage = new Map(
    products.flatMap((product) =>
      product.packages.map(({ ecosystem, name }) => [`${ecosystem}\n${name}`, product] as const),
    ),
  )
  return (ecosystem, name) => byPackage.get(`${ecosystem}\n${name}`)
}

/** The deprecation message from the document, the release or the package, in this order. */
function deprecation(component: Component, releasesOf: ReleasesOf): string | null {
  const { deprecated = '' } = component
  if (deprecated !== '') return `Deprecated: ${cut(deprecated, maxReasonLength)}`
  const reason = registryDeprecation(component, releasesOf)
  if (reason === undefined) return null
  return reason === '' ? 'Deprecated by its registry.' : `Deprecated: ${cut(reason, maxReasonLength)}`
}

function registryDeprecation({ ecosystem: id, name, version }: Component, releasesOf: ReleasesOf) {
  if (id === null) return undefined
  const ecosystem = ecosystemById(id)
  const known = releasesOf(id, ecosystem.normalizeName(name))
  if (!known) return undefined
  const ofRelease = releaseOf(ecosystem, known, version)?.deprecated
  return ofRelease === '' ? (known.deprecated ?? '') : (ofRelease ?? known.deprecated)
}

function endOfLife(
  { ecosystem, name, version }: Component,
  productOf: ProductOf,
  now: number,
): string | null {
  if (ecosystem === null || version === '') return null
  return eolReason(productOf(ecosystem, ecosystemById(ecosystem).normalizeName(name)), version, now)
}

/** A distribution's end of life is reported once, for the first of its packages. */
function distributionEnds(productOf: ProductOf, now: number): (component: Component) => string | null {
  const seen = new Set<string>()
  return ({ ecosystem, release }) => {
    if (ecosystem === null || release === undefined || seen.has(`${ecosystem}\n${release}`)) return null
    seen.add(`${ecosystem}\n${release}`)
    return eolReason(productOf(ecosystem, ''), release, now)
  }
}

function eolReason(product: SupportedProduct | undefined, version: string, now: number): string | null {
  const cycle = product ? cycleOf(product.cycles, version) : null
  if (!product || !cycle || !isOver(cycle, now)) return null
  const { cycle: line, endsAt } = cycle
  const when = typeof endsAt === 'number' ? ` on ${isoDay(endsAt)}` : ''
  return `End of life: the support of ${product.title} ${line} ended${when}.`
}

/** Until the end of its last day. */
const isOver = ({ endsAt }: ReleaseCycle, now: number): boolean =>
  endsAt === 'ended' || (endsAt !== null && endsAt + dayMs <= now)

const unmaintained = (ids: readonly string[]): string | null =>
  ids.length === 0 ? null : `Unmaintained: nobody maintains it any more (${ids.join(', ')}).`
