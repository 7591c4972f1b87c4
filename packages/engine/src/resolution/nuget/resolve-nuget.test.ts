import { describe, expect, it } from 'vitest'
import { readDocuments } from '../../documents/read.ts'
import { resolveManifests } from '../resolve-manifests.ts'
import { documentsOf } from '../testing/documents.ts'
import { lostRegistry, registryOf } from '../testing/registry-of.ts'
import { writeResolution } from '../write-resolution.ts'
import { nearestFramework, parseFramework } from './frameworks.ts'
import { bestOf, normalizeVersion, parseRequest } from './version-request.ts'

/** By name and version, what it requires: 'B 1.0', or by framework. */
type Packages = Record<string, string[] | Record<string, string[]>>

const base = 'https://registry.example.org/flat'

function nugetRegistry(packages: Packages): Record<string, string> {
  const names = Map.groupBy(Object.keys(packages), (each) => each.split(' ')[0]!.toLowerCase())
  const dependency = (text: string) => {
    const [id, version] = text.split(/ (.*)/s)
    return `<dependency id="${id!}" version="${version ?? ''}"/>`
  }
  const groups = (required: Packages[string]) =>
    Array.isArray(required)
      ? required.map(dependency).join('')
      : Object.entries(required)
          .map(([name, each]) => `<group targetFramework="${name}">${each.map(dependency).join('')}</group>`)
          .join('')
  return Object.fromEntries([
    [
      '/index.json',
      JSON.stringify({ resources: [{ '@type': 'PackageBaseAddress/3.0.0', '@id': `${base}/` }] }),
    ],
    ...[...names].map(([id, versions]) => [
      `${base}/${id}/index.json`,
      JSON.stringify({ versions: versions.map((each) => each.split(' ')[1]) }),
    ]),
    ...Object.entries(packages).map(([key, required]) => {
      const [name = '', version = ''] = key.split(' ')
      const id = name.toLowerCase()
      return [
        `${base}/${id}/${version}/${id}.nuspec`,
        `<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>${name}</id><version>${version}</version><dependencies>${groups(required)}</dependencies></metadata></package>`,
      ]
    }),
  ])
}

/** References: 'A 1.0', 'A' without a version, '../B/B.csproj'; or an item group as it is. */
function project(references: string[], properties = '<TargetFramework>net8.0</TargetFramework>'): string {
  const items = references.map((each) => {
    if (each.startsWith('<')) return `</ItemGroup>${each}<ItemGroup>`
    if (each.endsWith('proj')) return `<ProjectReference Include="${each.replaceAll('/', '\\')}"/>`
    const [name, version] = each.split(/ (.*)/s)
    return `<PackageReference Include="${name!}"${version === undefined ? '' : ` Version="${version}"`}/>`
  })
  return `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup><ItemGroup>${items.join('')}</ItemGroup></Project>`
}

async function resolved(
  own: string,
  packages: Packages,
  files: Record<string, string> = {},
): Promise<string[]> {
  const documents = documentsOf({ 'App/App.csproj': own, ...files })
  const resolutions = await resolveManifests(documents, registryOf(nugetRegistry(packages)))
  const found = resolutions.find(({ manifest }) => manifest === 'App/App.csproj')
  return found!.packages.map(({ name, version, scope }) => `${name} ${version} ${scope}`)
}

const none: string[] = []

// The first five: https://learn.microsoft.com/nuget/concepts/dependency-resolution
const cases: [string, string, Packages, string[]][] = [
  [
    'the lowest version that is allowed, which need not be the one that is named',
    project(['A 1.0', 'B 4.0.0', 'C [1.0,2.0)']),
    {
      'A 1.0.0': ['D 4.0.1'],
      'A 1.1.0': none,
      'B 4.1.0': none,
      'B 5.0.0': none,
      'C 1.2.0': none,
      'C 1.9.0': none,
      'D 4.0.1': none,
      'D 4.1.0': none,
    },
    ['A 1.0.0 runtime', 'B 4.1.0 runtime', 'C 1.2.0 runtime', 'D 4.0.1 runtime'],
  ],
  [
    'floating versions: the highest that starts so, without prereleases unless asked for',
    project(['A 4.*', 'B 1.0.0-*', 'C *', 'D 2.*']),
    {
      'A 4.0.1': none,
      'A 4.1.1': none,
      'A 4.2.0-rc': none,
      'A 5.0.0': none,
      'B 1.0.0-alpha': none,
      'B 1.0.0-rc.2': none,
      'B 0.9.0': none,
      'C 1.0.0': none,
      'C 3.0.0': none,
      'D 3.0.0': none,
    },
    ['A 4.1.1 runtime', 'B 1.0.0-rc.2 runtime', 'C 3.0.0 runtime', 'D 3.0.0 runtime'],
  ],
  [
    'what the project asks for wins over what packages do, also if that is higher',
    project(['A 1.0', 'B 1.0.0']),
    { 'A 1.0.0': ['B 2.0.0'], 'B 1.0.0': none, 'B 2.0.0': ['C 1.0.0'], 'C 1.0.0': none },
    ['A 1.0.0 runtime', 'B 1.0.0 runtime'],
  ],
  [
    'a package decides what those below it get',
    project(['A 1.0.0']),
    { 'A 1.0.0': ['B 1.0.0', 'C 1.0.0'], 'B 1.0.0': ['C 3.0.0'], 'C 1.0.0': none, 'C 3.0.0': none },
    ['A 1.0.0 runtime', 'B 1.0.0 runtime', 'C 1.0.0 runtime'],
  ],
  [
    'of cousins, the highest of the lowest counts',
    project(['A 1.0.0', 'B 1.0.0']),
    {
      'A 1.0.0': ['X 1.0.0'],
      'B 1.0.0': ['Y 1.0.0'],
      'Y 1.0.0': ['X 2.0.0'],
      'X 1.0.0': ['Z 1.0.0'],
      'X 2.0.0': none,
      'X 3.0.0': none,
      'Z 1.0.0': none,
    },
    ['A 1.0.0 runtime', 'B 1.0.0 runtime', 'X 2.0.0 runtime', 'Y 1.0.0 runtime'],
  ],
  [
    'a request that a version brings is gone when that version is',
    project(['A 1.0.0', 'B 1.0.0']),
    {
      'A 1.0.0': ['X 1.0.0'],
      'B 1.0.0': ['Y 1.0.0'],
      'X 1.0.0': ['Z 9.0.0'],
      'Y 1.0.0': ['X 2.0.0'],
      'X 2.0.0': ['Z 1.0.0'],
      'Z 1.0.0': none,
      'Z 9.0.0': none,
    },
    ['A 1.0.0 runtime', 'B 1.0.0 runtime', 'X 2.0.0 runtime', 'Y 1.0.0 runtime', 'Z 1.0.0 runtime'],
  ],
  [
    'each target framework has its own dependencies and references',
    project(
      [
        'A 1.0.0',
        `<ItemGroup Condition="'$(TargetFramework)' == 'net48'"><PackageReference Include="Old" Version="1.0.0"/></ItemGroup>`,
      ],
      '<TargetFrameworks>net8.0;net48</TargetFrameworks>',
    ),
    {
      'A 1.0.0': {
        '.NETFramework4.6.1': ['F 1.0.0'],
        '.NETStandard2.0': ['S 1.0.0'],
        'net6.0': ['N 1.0.0'],
        'net9.0': ['Later 1.0.0'],
      },
      'F 1.0.0': none,
      'S 1.0.0': none,
      'N 1.0.0': none,
      'Old 1.0.0': none,
    },
    ['A 1.0.0 runtime', 'N 1.0.0 runtime', 'Old 1.0.0 runtime', 'F 1.0.0 runtime'],
  ],
  [
    'tools of the build are not shipped, nor what only they require',
    project([
      'A 1.0.0',
      '<ItemGroup><PackageReference Include="Tool" Version="1.0.0" PrivateAssets="all"/></ItemGroup>',
    ]),
    { 'A 1.0.0': ['S 1.0.0'], 'Tool 1.0.0': ['T 1.0.0', 'S 1.0.0'], 'S 1.0.0': none, 'T 1.0.0': none },
    ['A 1.0.0 runtime', 'Tool 1.0.0 provided', 'S 1.0.0 runtime', 'T 1.0.0 provided'],
  ],
  [
    'tests are no part of what is shipped',
    project(['Microsoft.NET.Test.Sdk 17.0.0', 'A 1.0.0']),
    { 'Microsoft.NET.Test.Sdk 17.0.0': none, 'A 1.0.0': none },
    ['Microsoft.NET.Test.Sdk 17.0.0 test', 'A 1.0.0 test'],
  ],
  [
    'libraries for .NET Standard have its package',
    project(['A 1.0.0'], '<TargetFramework>netstandard2.0</TargetFramework>'),
    { 'A 1.0.0': none, 'NETStandard.Library 2.0.3': ['P 1.1.0'], 'P 1.1.0': none },
    ['A 1.0.0 runtime', 'NETStandard.Library 2.0.3 runtime', 'P 1.1.0 runtime'],
  ],
]

describe('resolving projects of .NET', () => {
  it.each(cases)('%s', async (...[, own, packages, expected]) => {
    expect(await resolved(own, packages)).toEqual(expected)
  })

  it('takes the versions of Directory.Packages.props, which can also count for what packages ask for', async () => {
    const central = (more: string) =>
      `<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>${more}</PropertyGroup><ItemGroup><PackageVersion Include="a" Version="$(ANumber)"/><PackageVersion Include="X" Version="5.0.0"/><GlobalPackageReference Include="G" Version="1.0.0"/></ItemGroup></Project>`
    const props = '<Project><PropertyGroup><ANumber>1.0.0</ANumber></PropertyGroup></Project>'
    const packages: Packages = { 'A 1.0.0': ['X 1.0.0'], 'X 1.0.0': none, 'X 5.0.0': none, 'G 1.0.0': none }
    const files = (more: string) => ({
      'Directory.Packages.props': central(more),
      'Directory.Build.props': props,
    })
    expect(await resolved(project(['A']), packages, files(''))).toEqual([
      'G 1.0.0 provided',
      'A 1.0.0 runtime',
      'X 1.0.0 runtime',
    ])
    const pinning = '<CentralPackageTransitivePinningEnabled>true</CentralPackageTransitivePinningEnabled>'
    expect(await resolved(project(['A']), packages, files(pinning))).toContain('X 5.0.0 runtime')
  })

  it('follows references to projects, without their tools', async () => {
    const core = project([
      'A 1.0.0',
      '<ItemGroup><PackageReference Include="Tool" Version="1.0.0" PrivateAssets="all"/></ItemGroup>',
    ])
    const packages: Packages = {
      'A 1.0.0': ['X 2.0.0'],
      'B 1.0.0': ['X 1.0.0'],
      'X 1.0.0': none,
      'X 2.0.0': none,
    }
    expect(
      await resolved(project(['../Core/Core.csproj', 'B 1.0.0']), packages, { 'Core/Core.csproj': core }),
    ).toEqual(['B 1.0.0 runtime', 'X 2.0.0 runtime', 'A 1.0.0 runtime'])
  })

  it('stands for the missing lockfile, with what is not known as gaps', async () => {
    const documents = documentsOf({
      'Directory.Packages.props':
        '<Project><ItemGroup><PackageVersion Include="A" Version="1.0.0"/></ItemGroup></Project>',
      'App/App.csproj': project(['A', 'Unset', 'Gone 7.0.0']),
    })
    const packages: Packages = { 'A 1.0.0': ['B 1.0'], 'B 1.0.0': none, 'Unset 1.0.0': none }
    const resolutions = await resolveManifests(documents, registryOf(nugetRegistry(packages)))
    const { inventory, issues } = readDocuments([...documents, ...resolutions.map(writeResolution)])
    expect(inventory.formats).toEqual(['project of .NET (resolved)'])
    expect(
      inventory.components.map(({ name, version, sureness }) => `${name} ${version} ${sureness!}`),
    ).toEqual(['A 1.0.0 resolved', 'Unset  declared', 'Gone 7.0.0 resolved', 'B 1.0.0 resolved'])
    expect(issues.map(({ code, where }) => `${code} ${where}`)).toEqual([])
    expect(resolutions[0]!.issues.map(({ code }) => code)).toEqual(['transitive-unlisted'])
  })

  it('leaves the declarations as they are without a registry, or with a lockfile', async () => {
    const own = { 'App/App.csproj': project(['A 1.0.0']) }
    expect(await resolveManifests(documentsOf(own), lostRegistry)).toEqual([])
    const locked = documentsOf({ ...own, 'App/packages.lock.json': '{"version":1,"dependencies":{}}' })
    expect(await resolveManifests(locked, registryOf(nugetRegistry({})))).toEqual([])
  })
})

it.each([
  ['net8.0', ['net6.0', 'net8.0', 'net9.0', 'netstandard2.1'], 'net8.0'],
  ['net8.0', ['netcoreapp3.1', 'netstandard2.1', 'net48'], 'netcoreapp3.1'],
  ['net8.0', ['net461', 'net48'], 'net48'],
  ['net8.0', ['net45', 'monoandroid10'], null],
  ['net8.0-windows', ['net8.0', 'net8.0-windows7.0'], 'net8.0-windows7.0'],
  ['net8.0', ['net8.0-windows7.0', 'netstandard2.0'], 'netstandard2.0'],
  ['net48', ['netstandard2.1', 'netstandard2.0', 'netcoreapp3.1'], 'netstandard2.0'],
  ['net472', ['.NETFramework4.6.1', '.NETFramework4.8', '.NETStandard2.0'], '.NETFramework4.6.1'],
  ['net45', ['netstandard1.1', 'netstandard1.3'], 'netstandard1.1'],
  ['netcoreapp2.1', ['netstandard2.1', 'netstandard2.0', 'netcoreapp2.0'], 'netcoreapp2.0'],
  ['netstandard2.0', ['netstandard1.6', 'net461', ''], 'netstandard1.6'],
  ['net8.0', ['', 'net45'], ''],
])('a project for %s uses of %j %s', (own, names, expected) => {
  const at = nearestFramework(parseFramework(own), names.map(parseFramework))
  expect(at === null ? null : names[at]).toBe(expected)
})

it.each([
  ['1.0', '1.1.0'],
  ['[1.2.0]', '1.2.0'],
  ['(1.2.0,)', '1.3.0-beta'],
  ['[1.0,2.0)', '1.1.0'],
  ['(1.1.0,1.3.0)', '1.2.0'],
  ['[2.5,)', null],
  ['1.*', '1.3.0'],
  ['*-*', '2.0.0'],
  ['[1.*,1.3)', '1.2.0'],
])('%s leads to %s', (text, expected) => {
  const versions = ['1.1.0', '1.2.0', '1.3.0-beta', '1.3.0', '2.0.0']
  expect(bestOf(parseRequest(text)!, versions)).toBe(expected)
})

it.each([
  ['1.0', '1.0.0'],
  ['01.02', '1.2.0'],
  ['1.2.3.0', '1.2.3'],
  ['1.2.3.4-Beta+build', '1.2.3.4-beta'],
])('the registry writes %s as %s', (text, expected) => {
  expect(normalizeVersion(text)).toBe(expected)
})
