import { parseXmlRoot } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import type { XmlElement } from '../../parsers/xml-document.ts'
import { declare, manifestReader, pathsAbove } from '../manifest-reader.ts'
import { itemsIn, metadataOf, nearest, propertiesOf } from './msbuild.ts'

const shared = ['Directory.Build.props', 'Directory.Packages.props', 'Directory.Build.targets']

/** Projects of .NET without a lockfile: https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files */
export const dotnetProject = manifestReader<XmlElement>({
  id: 'dotnet-project',
  title: 'project of .NET: its root element is not Project',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => /\.(?:cs|fs|vb)proj$/i.test(fileName),
  includes: ({ path }) => shared.flatMap((name) => pathsAbove(path, name)),
  parse: parseXmlRoot,
  accepts: ({ name }) => name === 'Project',
  read(project, list, location) {
    const [props, central, targets] = shared.map((name) => nearest(location, name)) as [
      XmlElement | null,
      XmlElement | null,
      XmlElement | null,
    ]
    const files = [props, central, project, targets]
    const expand = propertiesOf(files)
    const versions = new Map(
      itemsIn(central, 'PackageVersion').map(({ name, element }) => [
        name.toLowerCase(),
        metadataOf(element, 'Version'),
      ]),
    )
    for (const { name, element } of itemsIn(central, 'GlobalPackageReference'))
      addReference(list, { name, range: metadataOf(element, 'Version'), expand, isTool: true, line: 1 })
    for (const { name, versions: own, isTool, line } of referencesIn([props, project, targets], project)) {
      const range = own.find((each) => each !== '') ?? versions.get(name.toLowerCase()) ?? ''
      addReference(list, { name, range, expand, isTool, line })
    }
    return { format: 'project of .NET' }
  },
})

interface PackageReference {
  name: string
  versions: string[]
  /** Used for the build, but not shipped. */
  isTool: boolean
  line: number
}

/** A reference may be completed by another one with the attribute Update. */
function referencesIn(files: readonly (XmlElement | null)[], project: XmlElement): PackageReference[] {
  const references = new Map<string, PackageReference>()
  for (const file of files)
    for (const { name, element } of itemsIn(file, 'PackageReference')) {
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

interface Reference extends Omit<PackageReference, 'versions'> {
  range: string
  expand: (text: string) => string | null
}

function addReference(list: PackageList, { name: raw, range, expand, isTool, line }: Reference): void {
  const name = expand(raw)
  if (name === null) return
  const wanted = expand(range) ?? range
  declare(list, {
    name,
    range: wanted,
    version: lowestVersion(wanted),
    where: `${list.path}:${line}`,
    ...(isTool && { scope: 'provided' }),
  })
}

/** NuGet takes the lowest version that a project asks for; of floating ones and other ranges, that is not known. */
const lowestVersion = (range: string): string =>
  /^\[?\s*(\d+(?:\.\d+){0,3}(?:-[\w.-]+)?(?:\+[\w.-]+)?)\s*\]?$/.exec(range)?.[1] ?? ''
