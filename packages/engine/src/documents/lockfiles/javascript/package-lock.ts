import { issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { maxComponents } from '../../parsers/limits.ts'
import type { DocumentReader, Inventory, ReadResult } from '../../../inventory.ts'
import { npm } from '../../../ecosystems/npm/index.ts'
import { manifestAt, nodeRuntime } from './package-json.ts'
import { listComponents } from './package-lock-components.ts'
import { type Lockfile, nodesOfDependencies, nodesOfPackages } from './package-lock-tree.ts'

/** package-lock.json and npm-shrinkwrap.json: https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
export const packageLock: DocumentReader = {
  id: 'package-lock',
  matchesPath: (fileName) => fileName === 'package-lock.json' || fileName === 'npm-shrinkwrap.json',
  recognizes: (json) => isRecord(json) && isLockfile(json),
  companions: ['package.json'],
  read(document, tree) {
    const { path } = document
    const { json, issues } = readJson(document)
    if (json === undefined) return { inventory: null, issues }
    if (!isRecord(json) || !isLockfile(json)) {
      return reject('document-unknown', 'The file is not an npm lockfile: it lists no packages.', path)
    }
    const log = issueLog(path)
    for (const { code, message, where } of issues) log.add(code, message, where)
    return readLockfile({ json, path, log, tree })
  },
}

/** Bun's text lockfile also has a lockfileVersion; npm before version 5 wrote none. */
function isLockfile({
  lockfileVersion,
  packages,
  dependencies,
  workspaces,
}: Record<string, unknown>): boolean {
  if (workspaces !== undefined) return false
  if (typeof lockfileVersion === 'number') return true
  if (isRecord(packages) && lockfileVersion !== undefined) return true
  const [first] = Object.values(recordOf(dependencies))
  return typeof recordOf(first)['version'] === 'string'
}

function readLockfile(lockfile: Lockfile): ReadResult {
  const { json, path, log } = lockfile
  const format = formatOf(lockfile)
  const nodes = isRecord(json['packages']) ? nodesOfPackages(lockfile) : nodesOfDependencies(lockfile)
  if (nodes.length > maxComponents) {
    return reject('components-too-many', `The file lists more than ${maxComponents} packages.`, path)
  }
  const components = listComponents(nodes, lockfile)
  const range = runtimeOf(lockfile)
  return {
    inventory: {
      formats: [format],
      files: [path],
      root: rootOf(json),
      components,
      issues: log.all(),
      ...(range !== '' && { runtimes: [{ ecosystem: npm.id, file: path, range }] }),
    },
  }
}

/** Before version 2, only the manifest says it. */
const runtimeOf = ({ json, path, tree }: Lockfile): string =>
  nodeRuntime({ json: recordOf(recordOf(json['packages'])['']) }) ||
  nodeRuntime(manifestAt({ path, tree }, '.'))

const reject = (code: string, message: string, where: string): ReadResult => ({
  inventory: null,
  issues: [{ code, message, where }],
})

function formatOf({ json, path, log }: Lockfile): string {
  const [version, packages] = [json['lockfileVersion'], json['packages']]
  if (packages !== undefined && !isRecord(packages)) {
    log.add('member-invalid', 'The packages are no JSON object and were not read.', `${path}#/packages`)
  }
  const guessed = isRecord(packages) ? 3 : 1
  if (version !== undefined && version !== 1 && version !== 2 && version !== 3) {
    const message = `The lockfile's version is not known: it is read as version ${guessed}.`
    log.add('lockfile-version-unknown', message, `${path}#/lockfileVersion`)
  }
  return `package-lock ${version === 1 || version === 2 || version === 3 ? version : guessed}`
}

function rootOf(json: Record<string, unknown>): Inventory['root'] {
  const described = recordOf(recordOf(json['packages'])[''])
  const name = shortTextOf(json['name']) || shortTextOf(described['name'])
  const version = shortTextOf(json['version']) || shortTextOf(described['version'])
  return name === '' ? null : { name, version, purl: null }
}
