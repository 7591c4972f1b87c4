import { describe, expect, it } from 'vitest'
import { resolveManifests } from '../resolve-manifests.ts'
import { documentsOf } from '../testing/documents.ts'
import { mavenRegistry, type PomText } from '../testing/maven-projects.ts'
import { lostRegistry, registryOf } from '../testing/registry-of.ts'
import { compareGradle } from './version-order.ts'
import { selectorOf } from './choose-version.ts'

interface Case {
  /** Statements in 'dependencies'. */
  build: string[]
  poms?: Record<string, PomText>
  files?: Record<string, string>
  before?: string
  /** Further documents of the registry. */
  documents?: Record<string, string>
}

const resolve = ({ build, poms = {}, files = {}, before = '', documents = {} }: Case) =>
  resolveManifests(
    documentsOf({ 'build.gradle': `${before}\ndependencies {\n${build.join('\n')}\n}`, ...files }),
    registryOf({ ...mavenRegistry(poms), ...documents }),
  )

async function resolved(input: Case): Promise<string[]> {
  const [resolution] = await resolve(input)
  return resolution!.packages.map(({ name, version, scope }) => `${name.slice(2)} ${version} ${scope}`)
}

/** A description for Gradle, beside a POM that says so. */
function described(name: string, variants: object[]): Record<string, string> {
  const [module, version] = name.split(':')
  const path = `/g/${module!}/${version!}/${module!}-${version!}`
  return {
    [`${path}.pom`]: `<project><!-- do_not_remove: published-with-gradle-metadata --><groupId>g</groupId><artifactId>${module!}</artifactId><version>${version!}</version></project>`,
    [`${path}.module`]: JSON.stringify({ variants }),
  }
}

const java = (usage: 'java-runtime' | 'java-api', more: object, attributes: object = {}) => ({
  attributes: { 'org.gradle.category': 'library', 'org.gradle.usage': usage, ...attributes },
  ...more,
})

const cases: [string, Case, string[]][] = [
  [
    'the highest version wins, wherever it stands, and what the others require is left out',
    {
      build: ["implementation 'g:a:1'", "implementation 'g:x:1'"],
      poms: { 'a:1': { dependencies: ['x:2'] }, 'x:1': { dependencies: ['y:1'] }, 'x:2': {}, 'y:1': {} },
    },
    ['a 1 compile', 'x 2 compile'],
  ],
  [
    'a version that rises can bring, and take away, what raises others',
    {
      build: ["implementation 'g:a:1'", "implementation 'g:b:1'", "implementation 'g:c:1'"],
      poms: {
        'a:1': { dependencies: ['x:1', 'z:9'] },
        'b:1': { dependencies: ['a:2'] },
        'a:2': { dependencies: ['x:2'] },
        'c:1': { dependencies: ['z:1'] },
        'x:1': {},
        'x:2': {},
        'z:1': {},
        'z:9': {},
      },
    },
    ['a 2 compile', 'b 1 compile', 'c 1 compile', 'x 2 compile', 'z 1 compile'],
  ],
  [
    'configurations: what only runs, what only compiles, what only builds, and tests',
    {
      build: [
        "implementation 'g:i:1'",
        "runtimeOnly 'g:r:1'",
        "compileOnly 'g:p:1'",
        "annotationProcessor 'g:ap:1'",
        "testImplementation 'g:t:1'",
      ],
      poms: {
        'i:1': { dependencies: ['ir:1 runtime', 'it:1 test', 'ip:1 provided'] },
        'ir:1': {},
        'r:1': {},
        'p:1': { dependencies: ['pc:1', 'pr:1 runtime'] },
        'pc:1': {},
        'ap:1': { dependencies: ['apr:1 runtime'] },
        'apr:1': {},
        't:1': { dependencies: ['tc:1'] },
        'tc:1': {},
      },
    },
    [
      'i 1 compile',
      'r 1 runtime',
      'ir 1 runtime',
      'p 1 provided',
      'pc 1 provided',
      'ap 1 provided',
      'apr 1 provided',
      't 1 test',
      'tc 1 test',
    ],
  ],
  [
    'tests may raise a version for themselves',
    {
      build: ["implementation 'g:x:1'", "testImplementation 'g:t:1'"],
      poms: { 't:1': { dependencies: ['x:2'] }, 'x:1': {}, 'x:2': {} },
    },
    ['x 1 compile', 'x 2 test', 't 1 test'],
  ],
  [
    'platforms set versions, also of what others ask for, and have no code',
    {
      build: ["implementation platform('g:bom:1')", "implementation 'g:a'", "implementation 'g:b:1'"],
      poms: {
        'bom:1': { managed: ['a:5', 'x:3', 'unused:1'] },
        'a:5': {},
        'b:1': { dependencies: ['x:1'] },
        'x:3': {},
      },
    },
    ['a 5 compile', 'b 1 compile', 'x 3 compile'],
  ],
  [
    'a platform does not lower versions, unless it is enforced',
    {
      build: [
        "implementation platform('g:bom:1')",
        "implementation enforcedPlatform('g:force:1')",
        "implementation 'g:a:9'",
        "implementation 'g:b:9'",
      ],
      poms: { 'bom:1': { managed: ['a:1'] }, 'force:1': { managed: ['b:1'] }, 'a:9': {}, 'b:1': {} },
    },
    ['a 9 compile', 'b 1 compile'],
  ],
  [
    'constraints and optional dependencies count only for what is asked for',
    {
      build: ["implementation 'g:a:1'", "constraints { implementation 'g:x:2'; implementation 'g:z:1' }"],
      poms: {
        'a:1': { dependencies: ['x:1', 'y:1', 'o:1 optional', 'b:1'] },
        'b:1': { dependencies: ['y:2 optional'] },
        'x:2': {},
        'y:1': {},
        'y:2': {},
      },
    },
    ['a 1 compile', 'x 2 compile', 'y 2 compile', 'b 1 compile'],
  ],
  [
    'strict versions and forced ones are not raised',
    {
      build: [
        "implementation 'g:a:1'",
        "implementation 'g:x:1!!'",
        "implementation('g:y') { version { strictly '1' } }",
      ],
      before: "configurations.all { resolutionStrategy { force 'g:z:1' } }",
      poms: { 'a:1': { dependencies: ['x:2', 'y:2', 'z:2'] }, 'x:1': {}, 'y:1': {}, 'z:1': {} },
    },
    ['a 1 compile', 'x 1 compile', 'y 1 compile', 'z 1 compile'],
  ],
  [
    'what one way excludes stays if another one leads to it',
    {
      build: [
        "implementation('g:a:1') { exclude group: 'g', module: 'x' }",
        "implementation('g:b:1') { exclude module: 'y' }",
        "implementation('g:c:1') { transitive = false }",
      ],
      before: "configurations.all { exclude group: 'g', module: 'never' }",
      poms: {
        'a:1': { dependencies: ['x:1', 'y:1', 'never:1'] },
        'b:1': { dependencies: ['y:1', 'k:1'] },
        'k:1': { dependencies: ['y:1'] },
        'c:1': { dependencies: ['gone:1'] },
        'y:1': {},
      },
    },
    ['a 1 compile', 'b 1 compile', 'c 1 compile', 'y 1 compile', 'k 1 compile'],
  ],
  [
    'ranges: a version that others ask for if it is in it, otherwise the highest that is listed',
    {
      build: [
        "implementation 'g:x:[1,2)'",
        "implementation 'g:y:[1,2)'",
        "implementation 'g:z:1.+'",
        "implementation 'g:a:1'",
      ],
      poms: {
        'a:1': { dependencies: ['x:1.2'] },
        'x:1.2': {},
        'x:1.9': {},
        'x:2': {},
        'y:1.1': {},
        'y:1.5': {},
        'y:2': {},
        'z:1.1': {},
        'z:1.7': {},
        'z:2': {},
      },
    },
    ['x 1.2 compile', 'y 1.5 compile', 'z 1.7 compile', 'a 1 compile'],
  ],
  [
    'what moved is found under its new name',
    {
      build: ["implementation 'g:old:1'"],
      poms: {
        'old:1': {
          more: '<distributionManagement><relocation><artifactId>new</artifactId></relocation></distributionManagement>',
        },
        'new:1': { dependencies: ['n:1'] },
        'n:1': {},
      },
    },
    ['new 1 compile', 'n 1 compile'],
  ],
  [
    "projects of the build bring what they need, and to compile only their 'api'",
    {
      build: ["implementation project(':core')"],
      before: "subprojects { dependencies { testImplementation 'g:t:1' } }",
      files: { 'core/build.gradle': "dependencies { api 'g:a:1'\nimplementation 'g:i:1' }" },
      poms: { 'a:1': {}, 'i:1': {} },
    },
    ['a 1 compile', 'i 1 runtime'],
  ],
  [
    "Spring's plugin forces what its lists say",
    {
      before: `plugins { id 'io.spring.dependency-management' version '1.1' }
        dependencyManagement { imports { mavenBom 'g:bom:1' } }`,
      build: ["implementation 'g:a'", "implementation 'g:b:1'"],
      poms: { 'bom:1': { managed: ['a:1', 'x:1'] }, 'a:1': {}, 'b:1': { dependencies: ['x:5'] }, 'x:1': {} },
    },
    ['a 1 compile', 'b 1 compile', 'x 1 compile'],
  ],
  [
    'version catalogs and variables',
    {
      build: ['implementation libs.a.b', 'implementation libs.bundles.all', 'implementation "g:v:$version"'],
      before: "ext.version = '7'",
      files: {
        'gradle/libs.versions.toml':
          '[versions]\none = "1"\n[libraries]\na-b = { module = "g:a", version.ref = "one" }\nc = "g:c:2"\n[bundles]\nall = ["c"]',
      },
      poms: { 'a:1': {}, 'c:2': {}, 'v:7': {} },
    },
    ['a 1 compile', 'c 2 compile', 'v 7 compile'],
  ],
  [
    'descriptions for Gradle: the variant for Java, its constraints, platforms and strict versions',
    {
      build: ["implementation 'g:lib:1'", "implementation 'g:x:1'"],
      documents: {
        ...described('lib:1', [
          java(
            'java-runtime',
            { dependencies: [{ group: 'g', module: 'wrong', version: { requires: '1' } }] },
            { 'org.gradle.jvm.environment': 'android' },
          ),
          java('java-runtime', {
            dependencies: [
              {
                group: 'g',
                module: 'dep',
                version: { requires: '1' },
                excludes: [{ group: '*', module: 'no' }],
              },
              {
                group: 'g',
                module: 'bom',
                version: { requires: '1' },
                attributes: { 'org.gradle.category': 'platform' },
              },
            ],
            dependencyConstraints: [{ group: 'g', module: 'x', version: { requires: '2' } }],
          }),
          java('java-api', {}),
          { attributes: { 'org.gradle.category': 'documentation', 'org.gradle.usage': 'java-runtime' } },
        ]),
        ...described('bom:1', [
          {
            attributes: { 'org.gradle.category': 'platform', 'org.gradle.usage': 'java-runtime' },
            dependencyConstraints: [{ group: 'g', module: 'dep', version: { requires: '3' } }],
          },
        ]),
      },
      poms: { 'dep:3': { dependencies: ['no:1', 'yes:1'] }, 'yes:1': {}, 'x:1': {}, 'x:2': {} },
    },
    // To compile, only the constraint is missing.
    ['lib 1 compile', 'x 2 runtime', 'dep 3 runtime', 'yes 1 runtime', 'x 1 provided'],
  ],
  [
    'descriptions for Gradle: a module for several platforms leads to the one for Java',
    {
      build: ["implementation 'g:multi:1'"],
      documents: described('multi:1', [
        java('java-runtime', { 'available-at': { group: 'g', module: 'multi-jvm', version: '1' } }),
      ]),
      poms: { 'multi-jvm:1': {}, 'multi:0': {} },
    },
    ['multi-jvm 1 runtime', 'multi 1 provided'],
  ],
  [
    'the plugin of Kotlin adds its standard library',
    {
      before: "plugins { id 'org.jetbrains.kotlin.jvm' version '1.9.0' }",
      build: ["implementation 'g:a:1'"],
      poms: { 'a:1': {} },
    },
    ['a 1 compile', 'g.jetbrains.kotlin:kotlin-stdlib 1.9.0 compile'],
  ],
]

describe('resolving build.gradle', () => {
  it.each(cases)('%s', async (_, input, expected) => {
    expect(await resolved(input)).toEqual(expected)
  })

  it('tells who requires what, who asks, and what is missing', async () => {
    const [resolution] = await resolve({
      build: ["implementation 'g:a:1'", "implementation 'g:unknown'", 'implementation programmed(1)'],
      poms: { 'a:1': { dependencies: ['lost:1'] } },
    })
    expect(resolution).toMatchObject({
      manifest: 'build.gradle',
      by: 'registry',
      purlType: 'maven',
      separator: ':',
    })
    expect(resolution!.packages).toEqual([
      {
        name: 'g:a',
        version: '1',
        scope: 'compile',
        isDirect: true,
        requiredBy: [],
        asks: [{ by: null, range: '1' }],
        where: 'build.gradle:3',
      },
      {
        name: 'g:unknown',
        version: '',
        scope: 'compile',
        isDirect: true,
        gap: 'has no version here, and none in the platforms that are read',
        requiredBy: [],
        asks: [{ by: null }],
        where: 'build.gradle:4',
      },
      {
        name: 'g:lost',
        version: '1',
        scope: 'compile',
        isDirect: false,
        requiredBy: [0],
        asks: [],
        where: 'build.gradle',
      },
    ])
    expect(resolution!.issues.map(({ code, where }) => `${code} ${where}`)).toEqual([
      'transitive-unlisted build.gradle',
      'line-unusable build.gradle:5',
    ])
  })

  it('leaves the declarations as they are without a registry, or with a lockfile', async () => {
    const build = { 'build.gradle': "dependencies { implementation 'g:a:1' }" }
    expect(await resolveManifests(documentsOf(build), lostRegistry)).toEqual([])
    const locked = documentsOf({ ...build, 'gradle.lockfile': 'g:a:1=runtimeClasspath\n' })
    expect(await resolveManifests(locked, registryOf({}))).toEqual([])
  })

  it('ends, whatever the versions ask for', async () => {
    const poms: Record<string, PomText> = {
      'a:1': { dependencies: ['b:2'] },
      'a:2': { dependencies: ['b:1'] },
      'b:1': { dependencies: ['a:1', 'c:1'] },
      'b:2': { dependencies: ['a:2', 'c:2'] },
      'c:1': { dependencies: ['a:1'] },
      'c:2': { dependencies: ['b:1', 'a:1'] },
    }
    expect(await resolved({ build: ["implementation 'g:a:1'"], poms })).toHaveLength(3)
  })
})

// https://docs.gradle.org/current/userguide/dependency_versions.html#sec:version-ordering
it.each([
  ['1.0', '1.1'],
  ['1.a', '1.1'],
  ['1.a', '1.b'],
  ['1.1', '1.1.0'],
  ['1.1.a', '1.1'],
  ['1.0-dev', '1.0-alpha'],
  ['1.0-zeta', '1.0-rc'],
  ['1.0-rc', '1.0-snapshot'],
  ['1.0-snapshot', '1.0-final'],
  ['1.0-final', '1.0-ga'],
  ['1.0-ga', '1.0-release'],
  ['1.0-release', '1.0-sp'],
  ['1.0-sp', '1.0'],
  ['32.1.2-android', '32.1.2-jre'],
  ['9', '10'],
])('%s is before %s', (low, high) => {
  expect(compareGradle(low, high)).toBeLessThan(0)
  expect(compareGradle(high, low)).toBeGreaterThan(0)
})

it.each([
  ['[1,2)', ['1', '1.9'], ['0.9', '2']],
  [']1,2[', ['1.1'], ['1', '2']],
  ['[1,)', ['1', '99'], ['0.1']],
  ['[1]', ['1'], ['1.1']],
  ['1.+', ['1.0', '1.22'], ['2.0']],
  ['latest.release', ['1'], ['1-SNAPSHOT']],
])('%s', (text, allowed, others) => {
  const selects = selectorOf(text)!
  expect(allowed.filter(selects)).toEqual(allowed)
  expect(others.filter(selects)).toEqual([])
})
