import type { PomDependency, PomExclusion } from '../../documents/lockfiles/java/pom-model.ts'
import type { PackageGap } from '../model/resolution.ts'

/** A package of the tree, with the version that was chosen. */
export interface DependencyNode {
  /** Of packages that exclude each other: see conflictKey. */
  key: string
  dependency: PomDependency
  version: string
  /** Steps from the project, whose own dependencies have 1. */
  depth: number
  /** What it must not bring, by the dependencies on the way to it. */
  exclusions: readonly PomExclusion[]
  /** A module of the project itself. */
  isOwn: boolean
  /** Why it has no version, or why what it requires is not known. */
  gap: PackageGap | null
}

/** A request for a package, which need not be the one that decides its version. */
export interface DependencyEdge {
  /** null: the project itself. */
  from: DependencyNode | null
  key: string
  scope: string
  /** The version as asked for. */
  range: string
}

/** Types that stand for an extension and a classifier: https://maven.apache.org/ref/current/maven-core/artifact-handlers.html */
const jarTypes = new Map([
  ['test-jar', 'tests'],
  ['ejb-client', 'client'],
  ['java-source', 'sources'],
  ['javadoc', 'javadoc'],
  ['ejb', ''],
  ['maven-plugin', ''],
])

/** Only one version of each is chosen; artifacts with another classifier are chosen for themselves. */
export function conflictKey({ groupId, artifactId, type, classifier }: PomDependency): string {
  const implied = jarTypes.get(type)
  const [extension, part] = implied === undefined ? [type, classifier] : ['jar', classifier || implied]
  return [groupId, artifactId, extension, part].join(':')
}

/** Archives that contain what they require. */
const fatTypes = new Set(['war', 'ear', 'rar'])
export const bringsNothing = ({ type, scope }: PomDependency): boolean =>
  fatTypes.has(type) || scope === 'system'

export const isExcluded = (
  { groupId, artifactId }: PomDependency,
  exclusions: readonly PomExclusion[],
): boolean =>
  exclusions.some(
    (each) =>
      (each.groupId === '*' || each.groupId === groupId) &&
      (each.artifactId === '*' || each.artifactId === artifactId),
  )
