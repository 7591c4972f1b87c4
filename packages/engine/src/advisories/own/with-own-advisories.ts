import type { EcosystemId } from '../../ecosystems/ecosystem.ts'
import { ecosystemById } from '../../ecosystems.ts'
import type { AdvisoryIndex, IndexOf } from '../advisory-index.ts'
import type { Match } from '../advisory.ts'

/** The advisories of an account; null for an ecosystem that none of them is about. */
export type OwnIndexOf = (ecosystem: EcosystemId) => AdvisoryIndex | null

type Index = NonNullable<ReturnType<IndexOf>>

/**
 * Adds an account's own advisories to those that all accounts share. What they say of a vulnerability that is known
 * already is added to the match that it has.
 */
export function withOwnAdvisories(indexes: IndexOf, own: OwnIndexOf): IndexOf {
  return (id) => {
    const [shared, added] = [indexes(id), own(id)]
    return added === null ? shared : joined(id, shared ?? nothing, added)
  }
}

const nothing: Index = { match: () => [], fixedVersions: () => [], has: () => false }

function joined(id: EcosystemId, shared: Index, own: AdvisoryIndex): Index {
  const { compareVersions } = ecosystemById(id)
  const inOrder = (versions: readonly string[]) =>
    [...new Set(versions)].sort((a, b) => compareVersions(a, b) ?? 0)
  return {
    match: (name, version, release) =>
      joinMatches(shared.match(name, version, release), own.match(name, version, release), inOrder),
    fixedVersions: (name, version, release) =>
      inOrder([
        ...shared.fixedVersions(name, version, release),
        ...own.fixedVersions(name, version, release),
      ]),
    // Whether the public registry has a package of this name, which an own advisory does not say.
    has: (name) => shared.has?.(name) ?? false,
  }
}

function joinMatches(
  shared: readonly Match[],
  own: readonly Match[],
  inOrder: (versions: readonly string[]) => string[],
): readonly Match[] {
  if (own.length === 0) return shared
  const byAdvisory = new Map(shared.map((match) => [match.facts.advisoryUuid, match]))
  for (const match of own) {
    const { advisoryUuid } = match.facts
    const known = byAdvisory.get(advisoryUuid)
    byAdvisory.set(
      advisoryUuid,
      known
        ? {
            ...known,
            evidence: [...known.evidence, ...match.evidence],
            fixedVersions: inOrder([...known.fixedVersions, ...match.fixedVersions]),
          }
        : match,
    )
  }
  return [...byAdvisory.values()]
}
