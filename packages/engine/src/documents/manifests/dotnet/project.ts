import { parseXmlRoot } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import type { XmlElement } from '../../parsers/xml-document.ts'
import { declare, manifestReader, pathsAbove } from '../manifest-reader.ts'
import { type DotnetReference, readDotnetProject, sharedFiles } from './dotnet-project.ts'

/** Projects of .NET without a lockfile: https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files */
export const dotnetProject = manifestReader<XmlElement>({
  id: 'dotnet-project',
  title: 'project of .NET: its root element is not Project',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => /\.(?:cs|fs|vb)proj$/i.test(fileName),
  includes: ({ path }) => sharedFiles.flatMap((name) => pathsAbove(path, name)),
  parse: parseXmlRoot,
  accepts: ({ name }) => name === 'Project',
  read(project, list, location) {
    const { references } = readDotnetProject(project, location)
    for (const each of references) addReference(list, each)
    return { format: 'project of .NET' }
  },
})

function addReference(list: PackageList, { name, range, isTool, line }: DotnetReference): void {
  declare(list, {
    name,
    range,
    version: lowestVersion(range),
    where: `${list.path}:${line}`,
    ...(isTool && { scope: 'provided' }),
  })
}

/** NuGet takes the lowest version that a project asks for; of floating ones and other ranges, that is not known. */
const lowestVersion = (range: string): string =>
  /^\[?\s*(\d+(?:\.\d+){0,3}(?:-[\w.-]+)?(?:\+[\w.-]+)?)\s*\]?$/.exec(range)?.[1] ?? ''
