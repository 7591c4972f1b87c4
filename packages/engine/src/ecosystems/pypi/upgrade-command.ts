import type { UpgradeTarget } from '../ecosystem.ts'
import { shellCommand } from '../shell-word.ts'

const adding = new Map([
  ['poetry.lock', ['poetry', 'add']],
  ['pdm.lock', ['pdm', 'add']],
  ['Pipfile.lock', ['pipenv', 'install']],
  ['uv.lock', ['uv', 'add']],
])

/** https://docs.astral.sh/uv/reference/cli/#uv-lock--upgrade-package keeps a transitive dependency transitive. */
export function pypiCommand({ name, version, isDirect, lockfile }: UpgradeTarget): string | null {
  const requirement = `${name}==${version}`
  if (lockfile === 'uv.lock' && isDirect === false)
    return shellCommand('uv', 'lock', '--upgrade-package', requirement)
  return shellCommand(...(adding.get(lockfile ?? '') ?? ['pip', 'install']), requirement)
}
