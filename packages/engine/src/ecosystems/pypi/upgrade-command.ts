import { commandsOf, namesOf, splitAsks } from '../instructions.ts'
import type { Ask, Instruction, UpgradeTarget } from '../upgrade-target.ts'
import { pypiVersions } from './versions.ts'

type Words = readonly string[]

/** What a package manager can do, and how. */
interface PythonManager {
  /** Changes what the project itself asks for, in its group or extra. */
  add(name: string, version: string, ask: Ask): Words
  remove(name: string, ask: Ask): Words
  /** Upgrades a locked package as far as its dependents allow. */
  update(name: string, version: string | null): Words
  manifest: string
}

const uvPlace = ({ group, member }: Ask): Words => [
  ...(group === undefined
    ? []
    : group.startsWith('extra ')
      ? ['--optional', group.slice(6)]
      : ['--group', group]),
  ...(member === undefined ? [] : ['--package', member]),
]

const pdmPlace = ({ group }: Ask): Words =>
  group === undefined ? [] : group.startsWith('extra ') ? ['-G', group.slice(6)] : ['-dG', group]

const poetryPlace = ({ group }: Ask): Words =>
  group === undefined ? [] : group.startsWith('extra ') ? ['--optional', group.slice(6)] : ['--group', group]

const pipenvPlace = ({ group }: Ask): Words =>
  group === undefined ? [] : group === 'dev' ? ['--dev'] : ['--categories', group]

const managers = new Map<string, PythonManager>(
  Object.entries({
    // https://docs.astral.sh/uv/reference/cli/
    'uv.lock': {
      // Otherwise, uv takes the newest release, which may have vulnerabilities of its own.
      add: (name, version, ask) => [
        'uv',
        'add',
        ...uvPlace(ask),
        `${name}>=${version}`,
        '--upgrade-package',
        `${name}==${version}`,
      ],
      remove: (name, ask) => ['uv', 'remove', ...uvPlace(ask), name],
      update: (name, version) => [
        'uv',
        'lock',
        '--upgrade-package',
        version === null ? name : `${name}==${version}`,
      ],
      manifest: 'pyproject.toml',
    },
    // https://python-poetry.org/docs/cli/
    'poetry.lock': {
      add: (name, version, ask) => ['poetry', 'add', ...poetryPlace(ask), `${name}@^${version}`],
      remove: (name, ask) => [
        'poetry',
        'remove',
        ...poetryPlace(ask).filter((each) => each !== '--optional'),
        name,
      ],
      update: (name) => ['poetry', 'update', name],
      manifest: 'pyproject.toml',
    },
    // https://pdm-project.org/latest/reference/cli/
    'pdm.lock': {
      add: (name, version, ask) => ['pdm', 'add', ...pdmPlace(ask), `${name}>=${version}`],
      remove: (name, ask) => ['pdm', 'remove', ...pdmPlace(ask), name],
      update: (name) => ['pdm', 'update', name],
      manifest: 'pyproject.toml',
    },
    // https://pipenv.pypa.io/en/latest/commands.html
    'Pipfile.lock': {
      add: (name, version, ask) => ['pipenv', 'upgrade', ...pipenvPlace(ask), `${name}==${version}`],
      remove: (name, ask) => ['pipenv', 'uninstall', ...pipenvPlace(ask), name],
      update: (name, version) => ['pipenv', 'upgrade', version === null ? name : `${name}==${version}`],
      manifest: 'Pipfile',
    },
  }),
)

export function instructPython(target: UpgradeTarget): Instruction {
  const { name, version, asks, lockfile, isDirect, from } = target
  const manager = managers.get(lockfile ?? '')
  // pip installs what the file lists, so only its line changes it.
  if (!manager) return { commands: [], edit: editOf(target) }
  const { own, transitive } = splitAsks(asks)
  if (version === null)
    return {
      commands: commandsOf(own.map((ask) => manager.remove(name, ask))),
      ...(transitive.length > 0 && { blockedBy: namesOf(transitive) }),
    }
  if (own.length === 0 && isDirect !== false && transitive.length === 0)
    return { commands: [], edit: { file: manager.manifest } }
  const isCompatible = from.every((each) => pypiVersions.stepBetween(each, version) !== 'major')
  const outside = own.filter(({ isInRange }) => isInRange === false)
  const blocked = transitive.filter(({ isInRange }) => isInRange === false)
  if (blocked.length > 0) return { commands: [], blockedBy: namesOf(blocked) }
  if (outside.length > 0)
    return { commands: commandsOf(outside.map((ask) => manager.add(name, version, ask))) }
  const isKnown = asks.every(({ isInRange }) => isInRange !== null)
  return { commands: commandsOf([manager.update(name, isKnown || isCompatible ? version : null)]) }
}

const editOf = ({ name, version, lockfile }: UpgradeTarget) => ({
  file: lockfile !== null && /\.(?:txt|in)$/.test(lockfile) ? lockfile : 'requirements.txt',
  ...(version !== null && { entry: `${name}==${version}` }),
})
