import { maxTextLength } from '../../parsers/limits.ts'
import type { Pom } from './pom-model.ts'
import { groupOf, versionOf } from './pom-tree.ts'

/** Properties nested deeper are not resolved. */
const maxDepth = 50

/** Replaces properties in a text; null if one of them is not set or refers to itself. */
export type Interpolate = (text: string) => string | null

/** lineage: the project and its parents, nearest first. */
export function interpolation(lineage: readonly Pom[]): Interpolate {
  const known = new Map<string, string | null>()
  const valueOf = (name: string, depth: number): string | null => {
    const value = known.get(name)
    if (value !== undefined || depth > maxDepth) return value ?? null
    // Marks the property as unset while it is being resolved, which ends cycles.
    known.set(name, null)
    const text = propertyOf(name, lineage)
    const resolved = text === null ? null : interpolate(text, depth + 1)
    known.set(name, resolved)
    return resolved
  }
  const interpolate = (text: string, depth: number): string | null => {
    if (!text.includes('${')) return text
    if (text.length > maxTextLength) return null
    let isComplete = true
    let length = 0
    const resolved = text.replaceAll(/\$\{([^${}]*)\}/g, (_, name: string) => {
      // Nested properties can grow exponentially, so values over the limit are dropped.
      const value = length > maxTextLength ? null : valueOf(name.trim(), depth)
      isComplete &&= value !== null
      length += value?.length ?? 0
      return value ?? ''
    })
    return isComplete && resolved.length <= maxTextLength ? resolved : null
  }
  return (text) => interpolate(text, 0)
}

/** https://maven.apache.org/ref/current/maven-model-builder/#model-interpolation */
function propertyOf(name: string, lineage: readonly Pom[]): string | null {
  const [own] = lineage
  const builtIn = own && projectValues.get(name.replace(/^(?:project|pom)\./, ''))?.(own)
  if (builtIn !== undefined && builtIn !== '') return builtIn
  for (const { properties } of lineage) {
    const value = properties.get(name)
    if (value !== undefined) return value
  }
  return null
}

const projectValues = new Map<string, (pom: Pom) => string>([
  ['groupId', groupOf],
  ['artifactId', ({ artifactId }) => artifactId],
  ['version', versionOf],
  ['parent.groupId', ({ parent }) => parent?.groupId ?? ''],
  ['parent.artifactId', ({ parent }) => parent?.artifactId ?? ''],
  ['parent.version', ({ parent }) => parent?.version ?? ''],
])
