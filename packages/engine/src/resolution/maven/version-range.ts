import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { parseVersionRange } from '../../ecosystems/version-range.ts'

/** Whether a version is in a range that a dependency insists on: '[1.0]', '[1,2),[3,)'. */
export type HardRange = (version: string) => boolean

/** null for a plain version, which is only a wish. https://maven.apache.org/pom.html#dependency-version-requirement-specification */
export function hardRange(text: string, ecosystem: Ecosystem): HardRange | null {
  if (!/^[[(]/.test(text)) return null
  // Several intervals are alternatives.
  const range = parseVersionRange(text.replaceAll(/([\])])\s*,\s*([[(])/g, '$1|$2'))
  return range === null ? () => false : (version) => range(ecosystem, version)
}

/** '[1.0]' needs no list of versions. */
export const pinnedVersion = (text: string): string | null =>
  /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(text)?.[1] ?? null
