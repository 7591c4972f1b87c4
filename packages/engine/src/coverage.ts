import { counted } from '@assay/text/counted.ts'
import { ecosystemById } from './ecosystems.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import { type GapReason, gapFacts } from './gap-reasons.ts'
import { isNamedImage } from './documents/components/image-kind.ts'
import { isDevelopmentPath } from './documents/components/development-path.ts'
import type { Component, Inventory, Issue, OriginKind } from './inventory.ts'
import { isVersion } from './lifetimes/packages.ts'
import { kindOf } from './uncovered-kind.ts'
import type { CoverageStrictness, Freshness } from './vocabulary.ts'

/** What a scan compared with advisories, and what it did not. */
export interface Coverage {
  /** Components of the inventory. */
  listed: number
  /** Components compared with current advisories of their ecosystem. */
  checked: number
  /** One per component that was not checked, in inventory order, then one per file or folder. */
  gaps: Gap[]
}

/** A component or file that was not checked. */
export interface Gap {
  reason: GapReason
  /** Index in the inventory's components; null for a file or folder. */
  component: number | null
  /** The path of the file, followed by a JSON pointer or a line if known. */
  where: string
  /** Whether only tests, development tools or continuous integration use it. */
  isDevelopment: boolean
  /** One sentence for people. */
  message: string
  /** What to do, as a sentence; '' if there is nothing to do. */
  action: string
  /** The acceptance that covers it; null if there is none. */
  acceptanceUuid: string | null
}

/** A member's decision that a gap need not be closed. */
export interface AcceptedGap {
  uuid: string
  /** A package by ecosystem (null if unknown) and name, a file by its path, or all packages of a kind: 'pkg:conda'. */
  subject: { ecosystem: EcosystemId | null; packageName: string } | { file: string } | { kind: string }
  reason: string
  /** Epoch ms; null if it does not expire. */
  expiresAt: number | null
}

export interface CoverageInput {
  inventory: Inventory
  /** All issues of the scan. */
  issues: readonly Issue[]
  /** Whether advisories are known for an ecosystem. */
  hasAdvisories: (ecosystem: EcosystemId) => boolean
  /** Whether any advisory is about a package of this name; absent if unknown. */
  hasPackage?: (ecosystem: EcosystemId, name: string) => boolean
  freshnessOf: (ecosystem: EcosystemId) => Freshness
  acceptedGaps: readonly AcceptedGap[]
  /** Epoch ms. */
  now: number
}

/** Compares what an inventory lists with what can be matched with advisories. */
export function computeCoverage(input: CoverageInput): Coverage {
  const { components } = input.inventory
  const componentGaps = components.flatMap((component, index) => {
    const reason = reasonOf(component, input)
    return reason === null ? [] : [componentGap(component, { reason, index })]
  })
  const gaps = [...componentGaps, ...fileGaps(input.issues)]
  const accepted = input.acceptedGaps.filter(({ expiresAt }) => expiresAt === null || expiresAt > input.now)
  return {
    listed: components.length,
    checked: components.length - componentGaps.length,
    gaps: accepted.length === 0 ? gaps : gaps.map((gap) => acceptGap(gap, { accepted, components })),
  }
}

/** The gaps that make a PASS impossible. */
export function blockingGaps({ gaps }: Coverage, strictness: CoverageStrictness = defaultStrictness): Gap[] {
  if (strictness === 'off') return []
  const isOfProduct = ({ reason, isDevelopment }: Gap) => !isDevelopment && gapFacts[reason].isApart !== true
  return gaps.filter((gap) => canHide(gap) && (strictness === 'any' || isOfProduct(gap)))
}

const defaultStrictness = 'production'

const canHide = ({ reason, acceptanceUuid }: Gap): boolean =>
  acceptanceUuid === null && gapFacts[reason].mayHideVulnerability

/** Why a PASS is impossible, in one sentence; null if it is possible. If nothing was checked, strictness is ignored. */
export function whyIncomplete(coverage: Coverage, strictness?: CoverageStrictness): string | null {
  const isUnchecked = coverage.checked === 0 && coverage.listed > 0
  const gaps = isUnchecked ? coverage.gaps.filter(canHide) : blockingGaps(coverage, strictness)
  if (gaps.length === 0) return null
  return `Vulnerabilities may be missed: ${describeCoverage(coverage)} (${describeGaps(gaps)}).`
}

/** Whether components were found, but none has what it takes to be matched with advisories, whatever their number. */
export function isUnusable({
  coverage,
  findings,
}: {
  coverage: Coverage
  findings: readonly unknown[]
}): boolean {
  const { listed, checked, gaps } = coverage
  const ofComponents = gaps.filter(({ component }) => component !== null)
  return (
    listed > 0 &&
    checked === 0 &&
    findings.length === 0 &&
    ofComponents.some(canHide) &&
    !ofComponents.some(({ reason }) => reason === 'advisories-missing' || reason === 'advisories-outdated')
  )
}

/** '41 of 46 packages checked', '0 components listed'. */
export const describeCoverage = ({ checked, listed }: Pick<Coverage, 'checked' | 'listed'>): string =>
  listed === 0
    ? '0 components listed'
    : `${checked} of ${listed} ${listed === 1 ? 'package' : 'packages'} checked`

/** '3 packages without a version, 1 file that could not be read': the most frequent reasons first. */
export function describeGaps(gaps: readonly Gap[]): string {
  const byReason = [...Map.groupBy(gaps, ({ reason }) => reason)]
  return byReason
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, alike]) => {
      const kind = alike[0]!.component === null ? 'file' : 'package'
      return `${counted(alike.length, kind)} ${gapFacts[reason].label}`
    })
    .join(', ')
}

const reasonOfOrigin: Readonly<Record<OriginKind, GapReason | null>> = {
  'public-registry': null,
  'private-registry': 'source-private',
  git: 'source-git',
  folder: 'source-folder',
  file: 'source-file',
}

/** null if the component was checked. A private registry may be a mirror of the public one. */
function reasonOf(component: Component, input: CoverageInput): GapReason | null {
  const { ecosystem, name, origin } = component
  const byOrigin = origin ? reasonOfOrigin[origin.kind] : null
  const isMirrored =
    origin?.kind === 'private-registry' && ecosystem !== null && input.hasPackage?.(ecosystem, name) === true
  return byOrigin === null || isMirrored ? reasonOfPublic(component, input) : byOrigin
}

function reasonOfPublic(component: Component, input: CoverageInput): GapReason | null {
  const { ecosystem: id, version, purl, sureness } = component
  if (isNamedImage(component)) return 'image-unscanned'
  if (id === null) return purl === null ? 'purl-missing' : 'ecosystem-unsupported'
  const ecosystem = ecosystemById(id)
  if (version === '' && component.commit !== undefined) return 'action-commit'
  if (version === '') return sureness === 'declared' ? 'lockfile-missing' : 'version-missing'
  if (!isVersion(ecosystem, version)) return 'version-unreadable'
  if (ecosystem.release !== undefined && component.release === undefined) return 'release-missing'
  if (!input.hasAdvisories(id)) return 'advisories-missing'
  return input.freshnessOf(id) === 'current' ? null : 'advisories-outdated'
}

function componentGap(
  { ecosystem, name, version, scope, locations, where, purl }: Component,
  { reason, index }: { reason: GapReason; index: number },
): Gap {
  const shown = version === '' ? name : `${name} ${version}`
  const named = ecosystem === null ? (purl ?? shown) : shown
  return {
    reason,
    component: index,
    where: where ?? locations[0] ?? '',
    isDevelopment:
      scope === 'test' || (ecosystem !== null && ecosystemById(ecosystem).isForDevelopment === true),
    message: `${named} was not checked: it is ${gapFacts[reason].label}.`,
    action: gapFacts[reason].action,
    acceptanceUuid: null,
  }
}

/** Unread files, and those that say less than a complete list of packages. */
const fileGaps = (issues: readonly Issue[]): Gap[] =>
  issues.flatMap(({ where, message, isUnread, gap, ...issue }) => {
    const reason = gap ?? (isUnread ? 'file-unread' : null)
    if (reason === null) return []
    const { action } = gapFacts[reason]
    const isDevelopment = issue.isDevelopment === true || isDevelopmentPath(where)
    return [{ reason, component: null, where, isDevelopment, message, action, acceptanceUuid: null }]
  })

function acceptGap(
  gap: Gap,
  { accepted, components }: { accepted: readonly AcceptedGap[]; components: readonly Component[] },
): Gap {
  const component = gap.component === null ? null : components[gap.component]!
  const acceptance = accepted.find(({ subject }) => {
    if ('file' in subject)
      return subject.file === fileOf(gap.where) || component?.locations.includes(subject.file)
    if (component === null) return false
    return 'kind' in subject
      ? gap.reason === 'ecosystem-unsupported' && kindOf(component) === subject.kind
      : isPackage(component, subject)
  })
  return acceptance ? { ...gap, acceptanceUuid: acceptance.uuid } : gap
}

/** Without the position in the file. */
const fileOf = (where: string): string => /^(.*?)(?:#\/.*|:\d+)?$/s.exec(where)![1]!

function isPackage(
  { ecosystem, name }: Component,
  subject: { ecosystem: EcosystemId | null; packageName: string },
): boolean {
  if (ecosystem !== subject.ecosystem) return false
  const normalize = (text: string) =>
    ecosystem === null ? text : ecosystemById(ecosystem).normalizeName(text)
  return normalize(name) === normalize(subject.packageName)
}
