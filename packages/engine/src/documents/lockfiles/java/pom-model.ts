import { childOf, childrenOf, childText, type XmlElement } from '../../parsers/xml-document.ts'
import { activeProfiles } from './pom-profiles.ts'

/** The contents of one pom.xml before interpolation, including its active profiles. */
export interface Pom {
  path: string
  /** '' if inherited from the parent. */
  groupId: string
  artifactId: string
  /** '' if inherited from the parent. */
  version: string
  parent: PomParent | null
  properties: ReadonlyMap<string, string>
  dependencies: PomDependency[]
  managed: PomDependency[]
  modules: string[]
  /** The coordinates under which it is continued; parts that are '' stay. null if it was not moved. */
  relocation: Pick<PomParent, 'groupId' | 'artifactId' | 'version'> | null
  /** Profiles with dependencies that are not active. */
  otherProfiles: { id: string; line: number }[]
}

export interface PomParent {
  groupId: string
  artifactId: string
  version: string
  /** As written; null if absent, '' if the parent must not be looked up in the tree. */
  relativePath: string | null
  line: number
}

export interface PomDependency {
  groupId: string
  artifactId: string
  version: string
  scope: string
  type: string
  classifier: string
  /** '' if absent. */
  optional: string
  exclusions: PomExclusion[]
  /** The file and line of the declaration. */
  where: string
}

/** '*' excludes any. */
export type PomExclusion = Pick<PomParent, 'groupId' | 'artifactId'>

/** Identifies a dependency in dependencyManagement and inheritance. */
export const keyOf = ({ groupId, artifactId, type, classifier }: PomDependency): string =>
  [groupId, artifactId, type, classifier].join('\n')

/** https://maven.apache.org/ref/current/maven-model/maven.html */
export function readPom(root: XmlElement, path: string): Pom {
  const profiles = childrenOf(childOf(root, 'profiles'), 'profile')
  const active = activeProfiles(profiles)
  // Profiles come first, since they override the project.
  const parts = [...active, root]
  const managed = (part: XmlElement) => childOf(part, 'dependencyManagement')
  return {
    path,
    groupId: childText(root, 'groupId'),
    artifactId: childText(root, 'artifactId'),
    version: childText(root, 'version'),
    parent: readParent(childOf(root, 'parent')),
    properties: new Map(
      parts
        .toReversed()
        .flatMap((part) => childOf(part, 'properties')?.children ?? [])
        .map(({ name, text }) => [name, text]),
    ),
    dependencies: parts.flatMap((part) => lastOf(readDependencies(part, path))),
    managed: parts.flatMap((part) => readDependencies(managed(part), path)),
    modules: parts.flatMap((part) => childrenOf(childOf(part, 'modules'), 'module').map(({ text }) => text)),
    relocation: readRelocation(childOf(childOf(root, 'distributionManagement'), 'relocation')),
    otherProfiles: profiles
      .filter(
        (profile) =>
          !active.includes(profile) && childrenOf(childOf(profile, 'dependencies'), 'dependency').length > 0,
      )
      .map((profile) => ({ id: childText(profile, 'id'), line: profile.line })),
  }
}

function readParent(parent: XmlElement | null): PomParent | null {
  if (parent === null) return null
  const relativePath = childOf(parent, 'relativePath')
  return {
    groupId: childText(parent, 'groupId'),
    artifactId: childText(parent, 'artifactId'),
    version: childText(parent, 'version'),
    relativePath: relativePath?.text ?? null,
    line: parent.line,
  }
}

const readRelocation = (relocation: XmlElement | null): Pom['relocation'] =>
  relocation && {
    groupId: childText(relocation, 'groupId'),
    artifactId: childText(relocation, 'artifactId'),
    version: childText(relocation, 'version'),
  }

function readDependencies(part: XmlElement | null, path: string): PomDependency[] {
  return childrenOf(childOf(part, 'dependencies'), 'dependency').map((dependency) => ({
    groupId: childText(dependency, 'groupId'),
    artifactId: childText(dependency, 'artifactId'),
    version: childText(dependency, 'version'),
    scope: childText(dependency, 'scope'),
    type: childText(dependency, 'type') || 'jar',
    classifier: childText(dependency, 'classifier'),
    optional: childText(dependency, 'optional'),
    exclusions: childrenOf(childOf(dependency, 'exclusions'), 'exclusion').map((exclusion) => ({
      groupId: childText(exclusion, 'groupId'),
      artifactId: childText(exclusion, 'artifactId'),
    })),
    where: `${path}:${dependency.line}`,
  }))
}

/** The last of several declarations in one file wins. */
function lastOf(dependencies: readonly PomDependency[]): PomDependency[] {
  return [...new Map(dependencies.map((each) => [keyOf(each), each])).values()]
}
