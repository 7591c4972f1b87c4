import type { EffectivePom } from './pom-effective.ts'
import { keyOf, type Pom, type PomDependency } from './pom-model.ts'
import { isSameVersion, type PomTree, versionOf } from './pom-tree.ts'

/** A module of the same tree is built from source; a released version with the same name is not. */
export function ownModule(dependency: PomDependency, { managed }: EffectivePom, poms: PomTree): Pom | null {
  const { groupId, artifactId } = dependency
  const exact = exactVersion(dependency.version || (managed.get(keyOf(dependency))?.version ?? ''))
  const isSame = (own: string) => exact === null || exact === '' || isSameVersion(own, exact)
  const isMeant = (own: string) => own === '' || isSame(own)
  return poms.named(`${groupId}:${artifactId}`).find((pom) => isMeant(versionOf(pom))) ?? null
}

/** The version or property of this file that sets a dependency's version; an override if another file does. */
export function askIn({ dependencies, managed, properties }: Pom, { groupId, artifactId }: PomDependency) {
  const isSame = (each: PomDependency) => each.groupId === groupId && each.artifactId === artifactId
  const range = [...dependencies, ...managed].find((each) => isSame(each) && each.version !== '')?.version
  const property = /^\$\{(.+)\}$/.exec(range ?? '')?.[1]
  const isHere = property === undefined ? range?.includes('$') === false : properties.has(property)
  return range !== undefined && isHere ? { range } : { isOverride: true as const }
}

/** '[1.2]' is exactly 1.2; null for ranges, LATEST and unset properties. */
export function exactVersion(version: string): string | null {
  const pinned = /^\[([^,[\]()]+)\]$/.exec(version)?.[1] ?? version
  return /[[\](),]|\$\{|^(?:LATEST|RELEASE)$/.test(pinned) ? null : pinned.trim()
}
