import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { makeTar, makeZip } from '@assay/engine/inventory/testing/make-archives.ts'
import {
  type Files,
  makeLayout,
  makeSave,
  tarOf,
  type TestImage,
} from '@assay/engine/inventory/testing/make-image.ts'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runProgram } from '../program.ts'

const folder = temporaryFolder()
let stdout: string
let stderr: string

const advisory = {
  id: 'DEBIAN-CVE-2099-1000',
  upstream: ['CVE-2099-1000'],
  summary: 'Overflow',
  modified: new Date().toISOString(),
  affected: [
    {
      package: { ecosystem: 'Debian:12', name: 'util-linux' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.36-9' }] }],
    },
  ],
}

beforeAll(async () => {
  writeFileSync(join(folder, 'osv.json'), JSON.stringify(advisory))
  quiet()
  expect(await run('advisories', 'sync', '--offline', '--from', join(folder, 'osv.json'))).toBe(0)
})
beforeEach(quiet)
afterEach(() => void vi.restoreAllMocks())

function quiet() {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((stdout += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((stderr += String(text))))
}

const run = (...args: string[]) => {
  stdout = stderr = ''
  return runProgram({
    version: '1.2.3',
    environment: { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder },
    args,
  })
}

const write = (path: string, content: string | Uint8Array): string => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
const writeFiles = (name: string, files: Files): string => {
  for (const [path, bytes] of files) write(`${name}/${path}`, bytes)
  return join(folder, name)
}

const status =
  'Package: bsdutils\nStatus: install ok installed\nSource: util-linux (2.36-8)\nVersion: 1:2.36-8\n'
const image: TestImage = {
  tag: 'registry.example.org/app:1.0',
  layers: [
    [
      ['usr/lib/os-release', 'ID=debian\nVERSION_ID="12"\n'],
      ['etc/os-release', { link: '../usr/lib/os-release' }],
    ],
    [['var/lib/dpkg/status', status]],
    [
      [
        'app/package-lock.json',
        '{"lockfileVersion":3,"packages":{"":{},"node_modules/left":{"version":"1.0.0"}}}',
      ],
    ],
  ],
  history: [
    { created_by: 'ADD rootfs /' },
    { created_by: 'RUN apt-get install bsdutils' },
    { created_by: 'COPY . /app' },
  ],
}

const layout = () => makeLayout(image)
test.each<[string, () => string]>([
  ['an archive of docker save', () => write('save.tar', tarOf(makeSave(image)))],
  ['a compressed archive', () => write('save.tar.gz', gzipSync(tarOf(makeSave(image))))],
  ['an archive of an OCI layout', () => write('layout.tar', tarOf(layout()))],
  ['an OCI layout', () => writeFiles('layout', layout())],
])('scans %s: findings, coverage and layers', async (_, path) => {
  await run('scan', '--offline', path(), '--json')
  const report = JSON.parse(stdout)
  expect(
    report.components.map(({ name, version, layer, sureness }: Component) => [
      name,
      version,
      layer.index,
      sureness,
    ]),
  ).toEqual([
    ['left', '1.0.0', 2, 'resolved'],
    ['bsdutils', '1:2.36-8', 1, 'installed'],
  ])
  expect(report.findings).toMatchObject([
    {
      id: 'CVE-2099-1000',
      name: 'bsdutils',
      layer: { instruction: 'RUN apt-get install bsdutils', isBase: null },
    },
  ])
  expect(report.findings[0].locations).toContain('var/lib/dpkg/status')
})

interface Component {
  name: string
  version: string
  layer: { index: number }
  sureness: string
}

test('the table has a column with the layer', async () => {
  await run('scan', '--offline', write('table.tar', tarOf(layout())))
  expect(stdout).toMatch(/Introduced through +Layer/)
  expect(stdout).toMatch(/CVE-2099-1000 .* 2: RUN apt-get install bsdutils/)
})

test('scans a root file system, whose links lead to its own root', async () => {
  write('rootfs/usr/lib/os-release', 'ID=debian\nVERSION_ID="12"\n')
  write('rootfs/var/lib/dpkg/status', status)
  mkdirSync(join(folder, 'rootfs/etc'), { recursive: true })
  symlinkSync('/usr/lib/os-release', join(folder, 'rootfs/etc/os-release'))
  symlinkSync('/', join(folder, 'rootfs/loop'))
  await run('scan', '--offline', join(folder, 'rootfs'), '--json')
  expect(JSON.parse(stdout).findings).toMatchObject([{ id: 'CVE-2099-1000', name: 'bsdutils' }])
})

const lockfile = image.layers[2]![0]![1] as string
test.each<[string, () => string]>([
  ['a zip archive', () => write('a.zip', makeZip([['app/package-lock.json', lockfile]]))],
  [
    'a compressed tar archive',
    () => write('a.tgz', gzipSync(makeTar([['package/package-lock.json', lockfile]]))),
  ],
])('reads the lockfiles in %s', async (_, path) => {
  await run('scan', '--offline', path(), '--json')
  expect(JSON.parse(stdout).components).toMatchObject([{ name: 'left', version: '1.0.0' }])
})

test('reads a jar by what Maven wrote into it', async () => {
  const pom = 'groupId=org.example\nartifactId=app\nversion=1.0\n'
  await run(
    'scan',
    '--offline',
    write('app.jar', makeZip([['META-INF/maven/org.example/app/pom.properties', pom]])),
    '--json',
  )
  expect(JSON.parse(stdout).components).toMatchObject([
    { name: 'org.example:app', version: '1.0', sureness: 'installed' },
  ])
})

test.each(['amzn 2023', 'ol 9.4', 'fedora 40'])(
  '%s has no advisories, which is said and is no all-clear',
  async (text) => {
    const [id, version] = text.split(' ')
    const files = makeLayout({
      layers: [
        [
          ['etc/os-release', `ID=${id}\nVERSION_ID=${version}\n`],
          [
            'var/lib/rpmmanifest/container-manifest-2',
            'curl\t8.0-1\t1\t1\tv\t(none)\t1\tx86_64\t0\tcurl-8.0-1.src.rpm\n',
          ],
        ],
      ],
    })
    expect(await run('scan', '--offline', write(`${id}.tar`, tarOf(files)))).toBe(-13)
    expect(stderr).toContain('ecosystem without advisories')
  },
)

test('a layer that is broken makes the scan incomplete', async () => {
  const files = layout()
  const [, blob] = [...files.keys()].filter((path) => path.startsWith('blobs/'))
  files.get(blob!)!.fill(0, 40)
  expect(await run('scan', '--offline', write('broken.tar', tarOf(files)), '--min-security', '0')).toBe(8)
  expect(stderr).toContain('layer 1:')
})

test.each<[string, () => string | Uint8Array, string]>([
  ['nothing', () => makeTar([['a', 'b']]), 'contains no packages'],
  ['a broken archive', () => makeTar([['a', 'b']]).subarray(0, 512), 'ends too early'],
  ['an index for other platforms', () => tarOf(makeLayout({ ...image, layers: [] })), 'contains no packages'],
])('%s is said', async (_, content, sentence) => {
  expect(await run('scan', '--offline', write('none.tar', content()))).toBe(-3)
  expect(stderr).toContain(sentence)
})

test('a folder without lockfiles is scanned for what was built or installed', async () => {
  const jar = makeZip([['META-INF/maven/g/a/pom.properties', 'groupId=g\nartifactId=a\nversion=1\n']])
  write('dist/lib/a-1.jar', jar)
  await run('scan', '--offline', join(folder, 'dist'), '--json')
  expect(JSON.parse(stdout).components).toMatchObject([{ name: 'g:a', version: '1', sureness: 'installed' }])
  write('nothing/readme.txt', 'text')
  expect(await run('scan', '--offline', join(folder, 'nothing'))).toBeLessThan(0)
  expect(stderr).toContain('has no lockfile')
})
