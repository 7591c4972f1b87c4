import type { Ecosystem } from '../ecosystem.ts'
import { nugetSources } from './sources.ts'
import { instructNuget } from './upgrade-command.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { isInNugetRange, nugetVersions } from './ranges.ts'
import { readNuget } from './versions.ts'

export const nuget: Ecosystem = {
  id: 'nuget',
  name: ecosystemNames.nuget,
  purlType: 'nuget',
  purlAliases: ['dotnet'],
  osvName: 'NuGet',
  registryHosts: ['api.nuget.org', 'www.nuget.org', 'nuget.org'],
  registryUrls: ['https://api.nuget.org/v3'],
  languages: ['dotnet', 'nuget', 'csharp'],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name.toLowerCase(),
  ...nugetVersions,
  webUrl: (name, version) =>
    name === '' || readNuget(version) === null
      ? null
      : `https://www.nuget.org/packages/${encodePath(name)}/${encodePath(version)}`,
  isInRange: isInNugetRange,
  takesLowest: true,
  sources: nugetSources,
  instruct: instructNuget,
}
