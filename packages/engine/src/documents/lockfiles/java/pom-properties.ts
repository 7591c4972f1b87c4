import { maxTextLength } from '../../parsers/limits.ts'
import type { Pom } from './pom-model.ts'
import { groupOf, versionOf } from './pom-tree.ts'

/** Properties that refer to each other further than this are not followed. */
const maxDepth = 50

/** Puts properties into a text: null when one of them is not set, or they lead in a circle. */
export type Interpolate = (text: string) => string | null

/** lineage: the project and its parents, the nearest first. */
export function interpolation(lineage: readonly Pom[]): Interpolate {
  const known = new Map<string, string | null>()
  const valueOf = (name: string, depth: number): string | null => {
    const value = known.get(name)
    if (value !== undefined || depth > maxDepth) return value ?? null
    // While it is looked for, it has none: a circle ends here.
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
      // What gets too long would get longer still: a few properties could fill the memory.
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
