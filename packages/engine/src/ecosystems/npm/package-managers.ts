import type { Ask, Instruction, UpgradeTarget } from '../upgrade-target.ts'

/** Words of a command. */
type Words = readonly string[]

interface Override {
  name: string
  version: string
  /** Versions that are to be replaced. */
  from: readonly string[]
  /** Those for whom it holds. */
  asks: readonly Ask[]
}

/** What a package manager can do, and how. */
export interface Manager {
  /** Adds or upgrades a direct dependency where it is listed: 'al@npm:lodash@4.17.21'. */
  add(spec: string, ask: Ask): Words
  remove(name: string, ask: Ask): Words
  /** Upgrades a transitive dependency as far as its dependents allow. Absent if it has no such command. */
  update?(name: string): Words
  /** Forces a version on some dependents. */
  override(
    override: Override,
  ): { set: Words; edit?: never } | { set?: never; edit: Instruction['edit'] & object }
  /** Whether overrides can be limited to a dependent, and to one of several versions of it. */
  hasScopes: boolean
  scopesVersions: boolean
  /** A version of a package is locked once for all ranges, so that upgrading it for one upgrades it for all. */
  sharesVersions?: true
  /** Changes an override of the whole project. */
  forceAll?(name: string, version: string): Words
  /** Applies overrides. */
  install: Words
  /** The file with the overrides. */
  overrides: string
  /** The file with the catalogs. */
  catalogs: string
}

/** A package manager's option for each group; the others need none. */
const option = (options: ReadonlyMap<string, string>, { group = '' }: Ask): Words => {
  const word = options.get(group)
  return word === undefined ? [] : [word]
}

const packageJson = 'package.json'

/** `npm install` leaves the dependency in its group: https://docs.npmjs.com/cli/commands/npm-install */
const npm: Manager = {
  add: (spec, { member }) => ['npm', 'install', spec, ...(member ? ['--workspace', member] : [])],
  remove: (name, { member }) => ['npm', 'uninstall', name, ...(member ? ['--workspace', member] : [])],
  update: (name) => ['npm', 'update', name],
  // Brackets keep a name with dots or a scope a single key.
  override: ({ name, version, from, asks }) => ({
    set: [
      'npm',
      'pkg',
      'set',
      ...unique(asks.map(dependentOf)).flatMap((by) =>
        from.map((old) => `overrides[${by}][${name}@${old}]=${version}`),
      ),
    ],
  }),
  hasScopes: true,
  scopesVersions: true,
  sharesVersions: true,
  forceAll: (name, version) => ['npm', 'pkg', 'set', `overrides[${name}]=${version}`],
  install: ['npm', 'install'],
  overrides: packageJson,
  catalogs: packageJson,
}

const pnpmGroups = new Map([
  ['dev', '-D'],
  ['optional', '-O'],
  ['peer', '--save-peer'],
])

/** https://pnpm.io/cli/add, https://pnpm.io/settings#overrides */
const pnpm = (isWorkspace: boolean): Manager => {
  const place = ({ member }: Ask) => (member ? ['--filter', `./${member}`] : [])
  const root = ({ member }: Ask) => (isWorkspace && !member ? ['-w'] : [])
  return {
    add: (spec, ask) => ['pnpm', ...place(ask), 'add', ...root(ask), ...option(pnpmGroups, ask), spec],
    remove: (name, ask) => ['pnpm', ...place(ask), 'remove', ...root(ask), name],
    update: (name) => ['pnpm', 'update', ...(isWorkspace ? ['-r'] : []), name],
    override: ({ name, version, asks }) => ({
      edit: {
        file: 'pnpm-workspace.yaml',
        entry: `overrides: { ${unique(asks.map(dependentOf))
          .map((by) => `'${by}>${name}': '${version}'`)
          .join(', ')} }`,
      },
    }),
    hasScopes: true,
    scopesVersions: true,
    install: ['pnpm', 'install'],
    overrides: 'pnpm-workspace.yaml',
    catalogs: 'pnpm-workspace.yaml',
  }
}

const yarnGroups = new Map([
  ['dev', '-D'],
  ['optional', '-O'],
  ['peer', '-P'],
])

/** https://classic.yarnpkg.com/en/docs/cli/add, https://yarnpkg.com/cli/add */
const yarn = (isClassic: boolean, isWorkspace: boolean): Manager => {
  const place = ({ member }: Ask) => (member ? ['workspace', member] : [])
  const root = ({ member }: Ask) => (isClassic && isWorkspace && !member ? ['-W'] : [])
  // Yarn 2 and later reject patterns, which Yarn 1 needs to reach below direct dependencies.
  const prefix = isClassic ? '**/' : ''
  return {
    add: (spec, ask) => ['yarn', ...place(ask), 'add', ...root(ask), ...option(yarnGroups, ask), spec],
    remove: (name, ask) => ['yarn', ...place(ask), 'remove', ...root(ask), name],
    // Yarn 1 upgrades direct dependencies alone.
    ...(!isClassic && { update: (name: string) => ['yarn', 'up', '-R', name] }),
    override: ({ name, version, asks }) => ({
      set: [
        'npm',
        'pkg',
        'set',
        ...unique(asks.map(({ by }) => by!.name)).map(
          (by) => `resolutions[${prefix}${by}/${name}]=${version}`,
        ),
      ],
    }),
    hasScopes: true,
    scopesVersions: false,
    install: ['yarn', 'install'],
    overrides: packageJson,
    catalogs: packageJson,
  }
}

const bunGroups = new Map([
  ['dev', '-d'],
  ['optional', '--optional'],
  ['peer', '--peer'],
])

/** https://bun.sh/docs/pm/cli/add, https://bun.sh/docs/pm/overrides: without dependents or versions. */
const bun: Manager = {
  add: (spec, ask) => [
    'bun',
    'add',
    ...(ask.member ? ['--cwd', ask.member] : []),
    ...option(bunGroups, ask),
    spec,
  ],
  remove: (name, { member }) => ['bun', 'remove', ...(member ? ['--cwd', member] : []), name],
  update: (name) => ['bun', 'update', name],
  override: ({ name, version }) => ({ set: ['npm', 'pkg', 'set', `overrides[${name}]=${version}`] }),
  hasScopes: false,
  scopesVersions: false,
  install: ['bun', 'install'],
  overrides: packageJson,
  catalogs: packageJson,
}

const dependentOf = ({ by }: Ask): string => `${by!.name}@${by!.version}`

const unique = (all: readonly string[]): string[] => [...new Set(all)]

export function managerOf({ lockfile, asks }: Pick<UpgradeTarget, 'lockfile' | 'asks'>): Manager {
  const formats = asks.map(({ format = '' }) => format)
  const isWorkspace = formats.some((format) => format.endsWith(' workspace'))
  if (lockfile?.startsWith('pnpm-lock')) return pnpm(isWorkspace)
  if (lockfile?.startsWith('yarn.lock'))
    return yarn(
      formats.length === 0 || formats.some((format) => format.startsWith('yarn.lock 1')),
      isWorkspace,
    )
  return lockfile?.startsWith('bun.lock') ? bun : npm
}
