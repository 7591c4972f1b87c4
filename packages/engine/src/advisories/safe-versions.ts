import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import type { Asked } from './asked.ts'

/** The newest safe version within each step; null when none is known. */
export interface SafeVersions {
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
}

interface Question extends Asked {
  ecosystem: Ecosystem
}

/**
 * Where to move from a version: of those that advisories name as fixed, the newest stable one of each step
 * that is above the version and that no known advisory affects.
 */
export function safeVersions(
  index: Pick<AdvisoryIndex, 'match' | 'fixedVersions'>,
  { ecosystem, name, version, release }: Question,
): SafeVersions {
  const safe: SafeVersions = { latestPatch: null, latestMinor: null, latestMajor: null }
  // From the newest down, so that the first of each step stays.
  for (const candidate of index.fixedVersions(name, release).toReversed()) {
    const step = ecosystem.stepBetween(version, candidate)
    if (step === null) continue
    const key = ({ patch: 'latestPatch', minor: 'latestMinor', major: 'latestMajor' } as const)[step]
    if (safe[key] !== null || !ecosystem.isStable(candidate)) continue
    if (index.match(name, candidate, release).length === 0) safe[key] = candidate
  }
  return safe
}
