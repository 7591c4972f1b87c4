import { catalogTree } from '@assay/engine/inventory/catalog.ts'
import { nodeCodecs } from '@assay/engine/inventory/testing/node-codecs.ts'
import { budgetOf } from '@assay/engine/inventory/trees/budget.ts'
import { memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Kinds of programs that Go builds without another compiler. */
const targets = ['linux/amd64', 'linux/386', 'linux/s390x', 'windows/amd64', 'darwin/arm64', 'darwin/amd64']
const source = 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("x") }\n'

/**
 * Compares the modules that are read of programs of Go with those that 'go version -m' prints: of programs that are built
 * for several systems, or of those named. The number of differences.
 */
export async function comparePrograms(paths: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-programs-'))
  try {
    let wrong = 0
    for (const path of paths.length > 0 ? paths : buildAll(folder)) wrong += await compare(path)
    return wrong
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function buildAll(folder: string): string[] {
  writeFileSync(join(folder, 'go.mod'), 'module example.org/app\n\ngo 1.20\n')
  writeFileSync(join(folder, 'main.go'), source)
  return targets.map((target) => {
    const [GOOS, GOARCH] = target.split('/')
    const program = join(folder, target.replace('/', '-'))
    execFileSync('go', ['build', '-p', '1', '-ldflags', '-s -w', '-o', program, '.'], {
      cwd: folder,
      env: { ...process.env, GOOS, GOARCH, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' },
    })
    return program
  })
}

async function compare(path: string): Promise<number> {
  const [expected, found] = [modulesByGo(path), await modulesFound(path)]
  const missing = [...expected].filter((each) => !found.has(each))
  const added = [...found].filter((each) => !expected.has(each))
  console.log(`${path}: ${expected.size} modules, ${missing.length} missing, ${added.length} added`)
  for (const each of [...missing, ...added].slice(0, 10)) console.log(`  ${each}`)
  return missing.length + added.length
}

/** As 'path version'; a folder has no version. */
function modulesByGo(path: string): Set<string> {
  const [first = '', ...lines] = execFileSync('go', ['version', '-m', path], { encoding: 'utf8' }).split('\n')
  const modules: string[] = []
  for (const line of lines) {
    const [, kind, name = '', version = ''] = line.split('\t')
    if (kind === 'dep' || kind === 'mod') modules.push(`${name} ${version === '(devel)' ? '' : version}`)
    if (kind === '=>')
      modules.push(
        name.startsWith('.') ? `${modules.pop()!.split(' ', 1)[0]} ` : (modules.pop(), `${name} ${version}`),
      )
  }
  return new Set([...modules, `stdlib ${/go([\d.]+)/.exec(first.slice(path.length))?.[1]}`])
}

async function modulesFound(path: string): Promise<Set<string>> {
  const bytes = new Uint8Array(readFileSync(path))
  const file = memorySource(bytes)
  const { packages } = await catalogTree(
    {
      list: (folder) =>
        Promise.resolve(
          folder === '' ? [{ name: 'program', kind: 'file', size: bytes.length, isExecutable: true }] : null,
        ),
      read: (_, range) => file.read(range?.start ?? 0, range?.end ?? bytes.length),
    },
    { codecs: nodeCodecs, budget: budgetOf() },
  )
  return new Set(
    packages
      .filter(({ purl }) => purl.startsWith('pkg:golang/'))
      .map(({ purl }) => decodeURIComponent(purl.slice('pkg:golang/'.length)))
      .map((text) => (text.includes('@') ? text.replace('@', ' ') : `${text} `)),
  )
}
