import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
let project: string
const output = captureOutput()

beforeEach(() => {
  folder = folderOfTest()
  project = join(folder, 'project')
  mkdirSync(project)
  mkdirSync(join(folder, 'bin'))
})

/** A package manager that says where and how it was started. */
function install(program: string, script: string): void {
  const path = join(folder, 'bin', program)
  writeFileSync(
    path,
    `#!/bin/sh\nenv > '${folder}/env'; ls -A > '${folder}/files'; pwd >> '${folder}/calls'; echo "${program} $@" >> '${folder}/calls'\n${script}\n`,
  )
  chmodSync(path, 0o755)
}

async function scan(...more: string[]): Promise<string[]> {
  output.clear()
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CI: 'true',
    PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter),
    ASSAY_TOKEN: 'secret',
    DATABASE_PASSWORD: 'secret',
  }
  const args = ['scan', '--offline', project, '--format', 'json', ...more]
  await runProgram({ version: '1.2.3', environment, args })
  const { components } = JSON.parse(output.stdout) as { components: { name: string; version: string }[] }
  return components.map(({ name, version }) => `${name} ${version}`.trim())
}

const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { a: '^1.0.0' } },
    'node_modules/a': { version: '1.4.0', dependencies: { b: '*' } },
    'node_modules/b': { version: '2.0.0' },
  },
})

function writeShop(): void {
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'shop', dependencies: { a: '^1.0.0', c: '1.0.0' } }),
  )
  writeFileSync(join(project, 'index.js'), 'secret()')
}

it('lets the package manager choose, in a copy without sources and a listed environment, and says so', async () => {
  writeShop()
  install('npm', `cat > package-lock.json <<'E'\n${lockfile}\nE`)
  expect(await scan('--resolve', 'tool')).toEqual(['a 1.4.0', 'b 2.0.0'])
  const [where, how] = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  expect(where).not.toContain(project)
  expect(how).toBe('npm install --package-lock-only --ignore-scripts --no-audit --no-fund')
  expect(output.stderr).toContain(`$ ${how!}`)
  expect(readFileSync(join(folder, 'files'), 'utf8')).toBe('package.json\n')
  const names = readFileSync(join(folder, 'env'), 'utf8')
  expect(names).toContain('npm_config_ignore_scripts=true')
  expect(names).not.toContain('secret')
})

it('never starts one unless it is asked to', async () => {
  writeShop()
  install('npm', '')
  expect(await scan()).toEqual(['a', 'c 1.0.0'])
  expect(await scan('--resolve', 'declared')).toEqual(['a', 'c 1.0.0'])
  expect(() => readFileSync(join(folder, 'calls'))).toThrow('ENOENT')
})

it('leaves a manifest as declared whose package manager fails, and says why', async () => {
  writeShop()
  install('npm', 'echo "no network" >&2; exit 1')
  expect(await scan('--resolve', 'tool')).toEqual(['a', 'c 1.0.0'])
  expect(output.stderr).toContain('package.json stays as declared: npm failed: no network')
})

it("reads Maven's tree of each module, started once for all", async () => {
  const pom = (name: string, more: string) =>
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>${name}</artifactId><version>1</version>${more}</project>`
  mkdirSync(join(project, 'web'))
  writeFileSync(join(project, 'pom.xml'), pom('all', '<modules><module>web</module></modules>'))
  const dependency =
    '<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency>'
  writeFileSync(join(project, 'web', 'pom.xml'), pom('web', `<dependencies>${dependency}</dependencies>`))
  install(
    'mvn',
    `echo 'g:all:pom:1' > assay-tree.txt; printf 'g:web:jar:1\\n+- g:a:jar:1:compile\\n|  \\\\- g:b:jar:3:runtime\\n' > web/assay-tree.txt`,
  )
  expect(await scan('--resolve', 'tool')).toEqual(['g:a 1', 'g:b 3'])
  expect(output.stderr).toContain('2 packages were resolved by its package manager')
  expect(readFileSync(join(folder, 'calls'), 'utf8').match(/^mvn /gm)).toHaveLength(1)
})
