import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const migrations = 'apps/server/src/platform/database/migrations'

/** The commit before the newest migration: what a version before this one may have been. */
export const neighborOf = (): string =>
  git('rev-parse', `${git('log', '-1', '--format=%H', '--', migrations)}^`)

/** The files of a commit with the packages of this one; returns the folder. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-version-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const parent of ['.', 'apps/server', 'packages/engine']) linkPackages(parent, folder)
  return folder
}

function linkPackages(parent: string, folder: string): void {
  const source = join(root, parent, 'node_modules')
  if (!existsSync(source)) return
  const target = join(folder, parent, 'node_modules')
  mkdirSync(target)
  for (const name of readdirSync(source)) {
    // Links to the packages of the repository are relative, so that copies lead to those of the commit.
    if (name === '@assay')
      cpSync(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(source, name), join(target, name))
  }
}
