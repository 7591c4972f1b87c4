import { describe, expect, it } from 'vitest'
import { resolveManifests } from '../resolve-manifests.ts'
import { lostRegistry, registryOf } from '../testing/registry-of.ts'
import { documentsOf } from '../testing/documents.ts'
import { mavenRegistry, type PomText, pomText } from '../testing/maven-projects.ts'

type Poms = Record<string, PomText>

/** 'name version scope', in the order in which they are found. */
async function resolved(project: PomText, poms: Poms, files: Record<string, string> = {}): Promise<string[]> {
  const documents = documentsOf({ 'pom.xml': pomText('own:1', project), ...files })
  const [resolution] = await resolveManifests(documents, registryOf(mavenRegistry(poms)))
  return resolution!.packages.map(({ name, version, scope }) => `${name.slice(2)} ${version} ${scope}`)
}

const cases: [string, PomText, Poms, string[]][] = [
  [
    'the nearest version wins, and what the other one requires is left out',
    { dependencies: ['a:1', 'b:1'] },
    {
      'a:1': { dependencies: ['x:1'] },
      'b:1': { dependencies: ['c:1'] },
      'c:1': { dependencies: ['x:2'] },
      'x:1': {},
      'x:2': { dependencies: ['y:1'] },
      'y:1': {},
    },
    ['a 1 compile', 'b 1 compile', 'x 1 compile', 'c 1 compile'],
  ],
  [
    'at the same distance, the first wins',
    { dependencies: ['a:1', 'b:1'] },
    { 'a:1': { dependencies: ['x:1'] }, 'b:1': { dependencies: ['x:2'] }, 'x:1': {}, 'x:2': {} },
    ['a 1 compile', 'b 1 compile', 'x 1 compile'],
  ],
  [
    "the project's dependencyManagement overrules what dependencies ask for, their own does not",
    { dependencies: ['a:1'], managed: ['x:3', 'y:1 -z'] },
    {
      'a:1': { dependencies: ['x:1', 'y:9', 'w'], managed: ['w:1'] },
      'w:1': { dependencies: ['v:1'], managed: ['u:7'] },
      'v:1': { dependencies: ['u:1'] },
      'u:1': {},
      'x:3': {},
      'y:1': { dependencies: ['z:1'] },
      'z:1': {},
    },
    ['a 1 compile', 'x 3 compile', 'y 1 compile', 'w 1 compile', 'v 1 compile', 'u 1 compile'],
  ],
  [
    'scopes: those of dependencies narrow, and the widest of several counts',
    { dependencies: ['t:1 test', 'p:1 provided', 'r:1 runtime', 'c:1'] },
    {
      't:1': { dependencies: ['ta:1', 'shared:1'] },
      'ta:1': {},
      'p:1': { dependencies: ['pa:1', 'pb:1 test', 'pc:1 provided'] },
      'pa:1': {},
      'r:1': { dependencies: ['ra:1', 'far:1'] },
      'ra:1': {},
      'c:1': { dependencies: ['ca:1 runtime', 'cb:1'] },
      'ca:1': {},
      'cb:1': { dependencies: ['far:1', 'shared:1'] },
      'far:1': { dependencies: ['end:1'] },
      'end:1': {},
      'shared:1': {},
    },
    [
      't 1 test',
      'p 1 provided',
      'r 1 runtime',
      'c 1 compile',
      'ta 1 test',
      'shared 1 compile',
      'pa 1 provided',
      'ra 1 runtime',
      'far 1 compile',
      'ca 1 runtime',
      'cb 1 compile',
      'end 1 compile',
    ],
  ],
  [
    'the scope that the project asks for itself counts, even if it is narrower',
    { dependencies: ['a:1', 'x:1 test'] },
    { 'a:1': { dependencies: ['x:1'] }, 'x:1': { dependencies: ['y:1'] }, 'y:1': {} },
    ['a 1 compile', 'x 1 test', 'y 1 test'],
  ],
  [
    'exclusions hold for all that a dependency brings; optional ones of dependencies are left out',
    { dependencies: ['a:1 -x', 'b:1 -*', 'o:1 optional'] },
    {
      'a:1': { dependencies: ['m:1', 'n:1 optional'] },
      'm:1': { dependencies: ['x:1', 'y:1'] },
      'y:1': {},
      'b:1': { dependencies: ['z:1'] },
      'o:1': { dependencies: ['p:1'] },
      'p:1': {},
    },
    ['a 1 compile', 'b 1 compile', 'o 1 compile', 'm 1 compile', 'p 1 compile', 'y 1 compile'],
  ],
  [
    'parents and imported lists set versions: the nearest first, then the first list',
    {
      parent: 'base:1',
      dependencies: ['a', 'b', 'c', 'd'],
      managed: ['first:1 pom import', 'second:1 pom import'],
    },
    {
      'base:1': { parent: 'top:1', managed: ['a:${a.version}'], properties: { 'a.version': '5' } },
      'top:1': { managed: ['a:9', 'd:4'], properties: { 'a.version': '9' } },
      'first:1': { managed: ['a:7', 'b:2', 'third:1 pom import'] },
      'second:1': { managed: ['b:8', 'c:3'] },
      'third:1': { managed: ['c:6'] },
      'a:5': {},
      'b:2': {},
      'c:6': {},
      'd:4': {},
    },
    ['a 5 compile', 'b 2 compile', 'c 6 compile', 'd 4 compile'],
  ],
  [
    'a range takes the highest version in it, and overrules a wish that is nearer',
    { dependencies: ['a:[1,2)', 'w:1', 'x:1'] },
    {
      'a:1.0': {},
      'a:1.9': { dependencies: ['b:1'] },
      'a:2.0': {},
      'b:1': { dependencies: ['x:[2]', 'w:(,1]'] },
      'w:1': {},
      'x:1': {},
      'x:2': {},
    },
    ['a 1.9 compile', 'w 1 compile', 'b 1 compile', 'x 2 compile'],
  ],
  [
    'a package that was moved is taken from where it went, by the version that is set for it there',
    { dependencies: ['old:1', 'c:1'], managed: ['newest:8'] },
    {
      'old:1': { more: relocation('<artifactId>young</artifactId>') },
      'young:1': { dependencies: ['x:1'] },
      'x:1': {},
      'c:1': { dependencies: ['older:1'] },
      'older:1': { more: relocation('<artifactId>newest</artifactId><version>3</version>') },
      'newest:8': {},
    },
    ['young 1 compile', 'c 1 compile', 'x 1 compile', 'newest 8 compile'],
  ],
  [
    'profiles: those for the assumed Java and for unset properties are active, and then none by default',
    { dependencies: ['a:1', 'b:1'] },
    {
      'a:1': {
        more: profiles([
          ['<jdk>[11,)</jdk>', 'modern'],
          ['<jdk>1.8</jdk>', 'ancient'],
          ['<property><name>!x</name></property>', 'plain'],
          ['<activeByDefault>true</activeByDefault>', 'usual'],
        ]),
      },
      'b:1': { more: profiles([['<activeByDefault>true</activeByDefault>', 'usual']]) },
      'modern:1': {},
      'plain:1': {},
      'usual:1': {},
    },
    ['a 1 compile', 'b 1 compile', 'modern 1 compile', 'plain 1 compile', 'usual 1 compile'],
  ],
  [
    'tests of a package are another artifact, and archives with their dependencies in them bring none',
    { dependencies: ['a:1', 'a:2 test-jar test', 'app:1 war'] },
    {
      'a:1': {},
      'a:2': { dependencies: ['x:1'] },
      'x:1': {},
      'app:1': { dependencies: ['y:1'] },
    },
    ['a 1 compile', 'a 2 test', 'app 1 compile', 'x 1 test'],
  ],
  [
    'cycles end, and the project is no dependency of itself',
    { dependencies: ['a:1'] },
    { 'a:1': { dependencies: ['b:1'] }, 'b:1': { dependencies: ['a:2', 'own:3'] } },
    ['a 1 compile', 'b 1 compile'],
  ],
]

function relocation(to: string): string {
  return `<distributionManagement><relocation>${to}</relocation></distributionManagement>`
}

function profiles(list: [activation: string, artifact: string][]): string {
  return `<profiles>${list
    .map(
      ([activation, artifact]) =>
        `<profile><activation>${activation}</activation><dependencies><dependency><groupId>g</groupId><artifactId>${artifact}</artifactId><version>1</version></dependency></dependencies></profile>`,
    )
    .join('')}</profiles>`
}

describe('the packages of a Maven project', () => {
  it.each(cases)('%s', async (...[, project, poms, expected]) => {
    expect(await resolved(project, poms)).toEqual(expected)
  })

  it('modules of the project are no packages, but what they require is', async () => {
    const files = {
      'pom.xml': pomText('own:1', {
        managed: ['x:4'],
        more: '<modules><module>core</module><module>web</module></modules>',
      }),
      'core/pom.xml': pomText('core:1', { parent: 'own:1', dependencies: ['x', 'y:1 test'] }),
      'web/pom.xml': pomText('web:1', { parent: 'own:1', dependencies: ['core:1'] }),
    }
    const registry = registryOf(mavenRegistry({ 'x:4': {}, 'y:1': {} }))
    const resolutions = await resolveManifests(documentsOf(files), registry)
    expect(resolutions.map(({ manifest, packages }) => [manifest, packages.map(({ name }) => name)])).toEqual(
      [
        ['pom.xml', []],
        ['core/pom.xml', ['g:x', 'g:y']],
        ['web/pom.xml', ['g:x']],
      ],
    )
    expect(resolutions[2]!.packages[0]!.isDirect).toBe(true)
  })
})

describe('what is not known', () => {
  it('is a gap if the registry has no description of a package', async () => {
    const documents = documentsOf({
      'pom.xml': pomText('own:1', { dependencies: ['a:1', 'b:1', 'c:${no}'] }),
    })
    const [resolution] = await resolveManifests(documents, registryOf(mavenRegistry({ 'a:1': {} })))
    expect(resolution!.packages.map(({ name, version, gap = '' }) => [name, version, gap])).toEqual([
      ['g:a', '1', ''],
      ['g:b', '1', ''],
      ['g:c', '', "has the version '${no}', of which a property is not set"],
    ])
    expect(resolution!.issues).toEqual([
      {
        code: 'transitive-unlisted',
        gap: 'transitive-unlisted',
        message:
          "What these require is not known, as the registry has no complete description of them: 'g:b:1'.",
        where: 'pom.xml',
      },
    ])
  })

  it('is an issue if a parent or an imported list is missing', async () => {
    const pom = pomText('own:1', { parent: 'gone:1', managed: ['lost:1 pom import'], dependencies: ['a:1'] })
    const [resolution] = await resolveManifests(
      documentsOf({ 'pom.xml': pom }),
      registryOf(mavenRegistry({ 'a:1': {} })),
    )
    expect(resolution!.issues.map(({ code }) => code)).toEqual(['parent-missing', 'import-missing'])
  })

  it('leaves a manifest as declared if the registry says nothing at all', async () => {
    const documents = documentsOf({ 'pom.xml': pomText('own:1', { dependencies: ['a:1'] }) })
    expect(await resolveManifests(documents, lostRegistry)).toEqual([])
  })

  it('never leads out of the paths of the registry', async () => {
    const asked: string[] = []
    const dependencies = ['../../etc:1', 'a:../../secret', 'b:1?x', 'c:1/2', 'd:[1,../x]']
    await resolveManifests(documentsOf({ 'pom.xml': pomText('own:1', { dependencies }) }), {
      read(_, { path }) {
        asked.push(path)
        return Promise.resolve('absent')
      },
    })
    expect(asked.filter((path) => !/^\/g\/d\/maven-metadata\.xml$/.test(path))).toEqual([])
  })
})
