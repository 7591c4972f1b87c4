/**
 * npm test -- --changed: types, and lint, format and tests of what differs from the main branch, and the architecture.
 * For whoever works on something; everything else is left to .ci/run. --changed=<commit> compares with that commit.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { findTests, type Tree } from './find-tests.ts'

const root = join(import.meta.dirname, '../..')

/** @param base A commit; by default, where the branch left the main one. Returns whether all checks passed. */
export async function checkChanged(base: string = branchedAt()): Promise<boolean> {
  const changed = [...git('diff', '--name-only', '--diff-filter=d', base), ...untracked()]
  const code = changed.filter(isCode)
  const tests = findTests(readTree(), new Set(changed))
  const checks = {
    types: ['npm', 'run', '--silent', 'types'],
    lint: code.length > 0 && ['npx', 'oxlint', '--type-aware', '--deny-warnings', ...code],
    format: changed.length > 0 && ['npx', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed],
    'unused code': ['npx', 'knip'],
    architecture: ['npm', 'test', '--', '--project', 'architecture'],
    [`tests in ${tests.length} files`]: tests.length > 0 && ['npm', 'test', '--', ...tests],
  }
  const failed: string[] = []
  for (const [name, command] of Object.entries(checks))
    if (command && !(await passes(name, command))) failed.push(name)
  process.stdout.write(failed.length === 0 ? '\nEverything passed\n' : `\nFailed: ${failed.join(', ')}\n`)
  return failed.length === 0
}

async function passes(name: string, [program, ...args]: readonly string[]): Promise<boolean> {
  process.stdout.write(`\n== ${name}\n`)
  const [exitCode] = (await once(spawn(program!, args, { cwd: root, stdio: 'inherit' }), 'exit')) as [number]
  return exitCode === 0
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
const untracked = () => git('ls-files', '--others', '--exclude-standard')
const branchedAt = () => git('merge-base', 'HEAD', 'main')[0]!
const isCode = (path: string) => /\.(?:tsx?|js)$/.test(path)

function readTree(): Tree {
  const files = [...git('ls-files'), ...untracked()].filter(
    (path) => isCode(path) && existsSync(join(root, path)),
  )
  return { files, imports: files.flatMap(importsOf) }
}

const packages: readonly [name: RegExp, folder: string][] = [
  [/^#/, 'apps/server/src/'],
  [/^@assay\/(server|web|cli)\//, 'apps/$1/src/'],
  [/^@assay\/(\w+)\//, 'packages/$1/src/'],
]

function importsOf(from: string): Tree['imports'] {
  const text = readFileSync(join(root, from), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm)].map(([, name]) => {
    const [pattern, folder] = packages.find(([each]) => each.test(name!)) ?? []
    const isRelative = name!.startsWith('.')
    return {
      from,
      to: isRelative ? normalize(join(dirname(from), name!)) : name!.replace(pattern ?? /$^/, folder ?? ''),
    }
  })
}
