import type { LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import { pathFrom } from '../../lockfiles/sibling-file.ts'
import type { XmlElement } from '../../parsers/xml-document.ts'
import { itemsIn, metadataOf, nearest, propertiesOf } from './msbuild.ts'

/** Files that hold for all projects below, each the nearest of its name. */
export const sharedFiles = ['Directory.Build.props', 'Directory.Packages.props', 'Directory.Build.targets']

/** A package that a project asks for. */
export interface DotnetReference {
  name: string
  /** With properties filled in; '' if no version is set. */
  range: string
  /** Used for the build, but not shipped. */
  isTool: boolean
  line: number
}

export interface DotnetProject {
  references: DotnetReference[]
  /** 'net8.0'; empty if they are not literal. */
  frameworks: string[]
  /** Paths of the projects that it needs. */
  projects: string[]
  /** Versions that also count for what packages ask for, by name in small letters. */
  pinned: ReadonlyMap<string, string>
  isTest: boolean
}

/** A project with what the files above say, for all of its target frameworks or one. */
export function readDotnetProject(
  project: XmlElement,
  location: LockfileLocation,
  framework = '',
): DotnetProject {
  const [props, central, targets] = sharedFiles.map((name) => nearest(location, name)) as [
    XmlElement | null,
    XmlElement | null,
    XmlElement | null,
  ]
  const files = [props, central, project, targets]
  const expand = propertiesOf(files)
  const versions = new Map(
    itemsIn(central, 'PackageVersion', framework).map(({ name, element }) => [
      name.toLowerCase(),
      metadataOf(element, 'Version'),
    ]),
  )
  const everywhere = itemsIn(central, 'GlobalPackageReference', framework).map(({ name, element }) => ({
    name,
    versions: [metadataOf(element, 'Version')],
    isTool: true,
    line: 1,
  }))
  const own = referencesIn([props, project, targets], { project, framework })
  const references = [...everywhere, ...own].flatMap((each): DotnetReference[] => {
    const { name: raw, versions: found, isTool, line } = each
    const name = expand(raw)
    const range = found.find((version) => version !== '') ?? versions.get(raw.toLowerCase()) ?? ''
    return name === null ? [] : [{ name, range: expand(range) ?? range, isTool, line }]
  })
  const property = (name: string): string => (expand(`$(${name})`) ?? '').trim()
  const isPinning = /^true$/i.test(property('CentralPackageTransitivePinningEnabled'))
  return {
    references,
    frameworks: [property('TargetFrameworks') || property('TargetFramework')]
      .flatMap((text) => text.split(';'))
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.includes('$')),
    projects: itemsIn(project, 'ProjectReference', framework).flatMap(
      ({ name }) => pathFrom(location.path, expand(name) ?? '') ?? [],
    ),
    pinned: isPinning
      ? new Map([...versions].map(([name, version]) => [name, expand(version) ?? version]))
      : new Map(),
    isTest:
      /^true$/i.test(property('IsTestProject')) ||
      references.some(({ name }) => name.toLowerCase() === 'microsoft.net.test.sdk'),
  }
}

interface FoundReference extends Omit<DotnetReference, 'range'> {
  versions: string[]
}

/** A reference may be completed by another one with the attribute Update. */
function referencesIn(
  files: readonly (XmlElement | null)[],
  { project, framework }: { project: XmlElement; framework: string },
): FoundReference[] {
  const references = new Map<string, FoundReference>()
  for (const file of files)
    for (const { name, element } of itemsIn(file, 'PackageReference', framework)) {
      const key = name.toLowerCase()
      const known = references.get(key)
      if (!known && !element.attributes.has('Include')) continue
      const versions = ['VersionOverride', 'Version'].map((each) => metadataOf(element, each))
      const isTool = /\ball\b/i.test(metadataOf(element, 'PrivateAssets'))
      references.set(key, {
        name: known?.name ?? name,
        versions: [...versions, ...(known?.versions ?? [])],
        isTool: isTool || known?.isTool === true,
        line: known?.line ?? (file === project ? element.line : 1),
      })
    }
  return [...references.values()]
}
