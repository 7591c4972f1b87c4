import { ecosystemById } from './ecosystems.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import { type GapReason, gapFacts } from './gap-reasons.ts'
import { type Component, type Inventory, type Issue, unreadIssues } from './inventory.ts'
import { isVersion } from './lifetimes/packages.ts'
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
  /** A package by ecosystem (null if unknown) and name, or a file by its path. */
  subject: { ecosystem: EcosystemId | null; packageName: string } | { file: string }
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
export function blockingGaps({ gaps }: Coverage, strictness: CoverageStrictness): Gap[] {
  if (strictness === 'off') return []
  return gaps.filter(
    ({ reason, isDevelopment, acceptanceUuid }) =>
      acceptanceUuid === null &&
      gapFacts[reason].mayHideVulnerability &&
      (strictness === 'any' || !isDevelopment),
  )
}

/** null if the component was checked. */
function reasonOf(component: Component, input: CoverageInput): GapReason | null {
  const { ecosystem: id, version, purl } = component
  if (id === null) return purl === null ? 'purl-missing' : 'ecosystem-unsupported'
  const ecosystem = ecosystemById(id)
  if (version === '') return 'version-missing'
  if (!isVersion(ecosystem, version)) return 'version-unreadable'
  if (ecosystem.release !== undefined && component.release === undefined) return 'release-missing'
  if (!input.hasAdvisories(id)) return 'advisories-missing'
  return input.freshnessOf(id) === 'current' ? null : 'advisories-outdated'
}

function componentGap(
  { ecosystem, name, version, scope, locations, purl }: Component,
  { reason, index }: { reason: GapReason; index: number },
): Gap {
  const shown = version === '' ? name : `${name} ${version}`
  const named = ecosystem === null ? (purl ?? shown) : shown
  return {
    reason,
    component: index,
    where: locations[0] ?? '',
    isDevelopment: scope === 'test',
    message: `${named} was not checked: it is ${gapFacts[reason].label}.`,
    action: gapFacts[reason].action,
    acceptanceUuid: null,
  }
}

const fileGaps = (issues: readonly Issue[]): Gap[] =>
  unreadIssues(issues).map(({ where, message }) => ({
    reason: 'file-unread',
    component: null,
    where,
    isDevelopment: false,
    message,
    action: gapFacts['file-unread'].action,
    acceptanceUuid: null,
  }))

function acceptGap(
  gap: Gap,
  { accepted, components }: { accepted: readonly AcceptedGap[]; components: readonly Component[] },
): Gap {
  const component = gap.component === null ? null : components[gap.component]!
  const acceptance = accepted.find(({ subject }) =>
    'file' in subject
      ? subject.file === fileOf(gap.where)
      : component !== null && isPackage(component, subject),
  )
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
