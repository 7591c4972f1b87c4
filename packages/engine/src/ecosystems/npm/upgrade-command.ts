import type { UpgradeTarget } from '../ecosystem.ts'
import { shellCommand } from '../shell-word.ts'

/** The command of each package manager that adds a direct dependency, and the field that overrides a transitive one. */
const managers = {
  npm: { add: ['npm', 'install'], field: 'overrides', install: 'npm install' },
  pnpm: { add: ['pnpm', 'add'], field: 'pnpm.overrides', install: 'pnpm install' },
  yarn: { add: ['yarn', 'add'], field: 'resolutions', install: 'yarn install' },
  bun: { add: ['bun', 'add'], field: 'overrides', install: 'bun install' },
}

const byLockfile: readonly (readonly [start: string, keyof typeof managers])[] = [
  ['pnpm-lock', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
]

/** Transitive versions are overridden in package.json: https://docs.npmjs.com/cli/configuring-npm/package-json#overrides */
export function npmCommand({ name, version, isDirect, lockfile }: UpgradeTarget): string | null {
  const manager = managers[byLockfile.find(([start]) => lockfile?.startsWith(start))?.[1] ?? 'npm']
  if (isDirect !== false) return shellCommand(...manager.add, `${name}@${version}`)
  // Brackets keep a name with dots or a scope a single key.
  const set = /[[\]=]/.test(name)
    ? null
    : shellCommand('npm', 'pkg', 'set', `${manager.field}[${name}]=${version}`)
  return set && `${set} && ${manager.install}`
}
