import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageKind, PackageList } from '../package-list.ts'
import { hashesOf, npmKind, splitDescriptor } from './npm-package.ts'

type Table = Record<string, unknown>

/** deno.lock, versions 2 to 5: https://docs.deno.com/runtime/fundamentals/modules/#integrity-checking-and-lock-files */
export const denoLock = lockfileReader({
  id: 'deno-lock',
  title: 'deno.lock: it has no version',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'deno.lock',
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read(lock, list) {
    const { npm, jsr, specifiers } = partsOf(lock)
    const indexes = new Map<string, number | null>()
    addNpm(list, npm, indexes)
    addJsr(list, jsr, { indexes, specifiers })
    addRemote(list, recordOf(lock['remote']))
    for (const request of requestsIn(recordOf(lock['workspace']))) {
      const index = indexes.get(resolve(request, specifiers))
      list.markDirect(index)
      list.ask(index, { by: null, range: splitDescriptor(request.replace(/^(?:npm|jsr):\/?/, '')).range })
    }
    return { format: `deno.lock ${shortTextOf(lock['version'])}` }
  },
})

const jsrKind: PackageKind = { purlType: 'jsr', separator: '/' }

function isLockfile({ version, ...parts }: Table): boolean {
  const isPart = ([name, value]: [string, unknown]) =>
    /^(?:remote|npm|packages|specifiers|jsr)$/.test(name) && isRecord(value)
  return /^[2-5]$/.test(textOf(version)) && Object.entries(parts).some(isPart)
}

/** Version 3 has the lists in 'packages', version 2 those of npm in a part of their own. */
function partsOf({ packages, npm, jsr, specifiers }: Table): { npm: Table; jsr: Table; specifiers: Table } {
  const nested = recordOf(packages)
  const old = recordOf(npm)
  const { npm: nestedNpm, jsr: nestedJsr } = nested
  return {
    npm: { ...recordOf(isRecord(old['packages']) ? old['packages'] : old), ...recordOf(nestedNpm) },
    jsr: { ...recordOf(jsr), ...recordOf(nestedJsr) },
    specifiers: {
      ...recordOf(specifiers),
      ...recordOf(nested['specifiers']),
      ...recordOf(old['specifiers']),
    },
  }
}

/** '@scope/name@1.2.3_peer@4.0.0': peers follow the version. */
function addNpm(list: PackageList, packages: Table, indexes: Map<string, number | null>): void {
  for (const [key, value] of Object.entries(packages)) {
    const { name, range } = splitDescriptor(key)
    const index = list.add({
      name,
      version: range.split('_', 1)[0]!,
      isDirect: false,
      hashes: hashesOf(textOf(recordOf(value)['integrity'])),
      where: `${list.path}#/npm/${key.slice(0, 200).toWellFormed()}`,
    })
    indexes.set(`npm:${key}`, index)
    // Dependents name a package alone if it has only one version.
    if (!indexes.has(`npm:${name}`)) indexes.set(`npm:${name}`, index)
  }
  for (const [key, value] of Object.entries(packages)) {
    const { dependencies, optionalDependencies, optionalPeers } = recordOf(value)
    for (const [each, isOptional] of [
      [dependencies, false],
      [optionalDependencies, true],
      [optionalPeers, true],
    ] as const)
      for (const name of namesIn(each)) {
        const required = indexes.get(`npm:${name}`)
        if (isOptional && required !== null && required !== undefined) list.markOptional(required)
        list.link(indexes.get(`npm:${key}`), required)
      }
  }
}

/** A list, or a table whose values are the keys of packages. */
const namesIn = (value: unknown): string[] =>
  (isRecord(value) ? Object.values(value) : listOf(value)).map(textOf)

function addJsr(
  list: PackageList,
  packages: Table,
  { indexes, specifiers }: { indexes: Map<string, number | null>; specifiers: Table },
): void {
  for (const key of Object.keys(packages)) {
    const { name, range } = splitDescriptor(key)
    const where = `${list.path}#/jsr/${key.slice(0, 200).toWellFormed()}`
    indexes.set(`jsr:${key}`, list.add({ name, version: range, kind: jsrKind, isDirect: false, where }))
  }
  for (const [key, value] of Object.entries(packages))
    for (const request of namesIn(recordOf(value)['dependencies']))
      list.link(indexes.get(`jsr:${key}`), indexes.get(resolve(request, specifiers)))
}

/** 'npm:chalk@^5' is 'npm:chalk@5.3.0'. The values of specifiers are versions, in old files whole keys. */
function resolve(request: string, specifiers: Table): string {
  const resolved =
    textOf(ownProperty(specifiers, request)) || textOf(ownProperty(specifiers, request.replace(/^npm:/, '')))
  const [, registry = ''] = /^(npm|jsr):/.exec(request) ?? []
  if (resolved === '') return request
  if (/^(?:npm|jsr):/.test(resolved)) return resolved
  if (resolved.indexOf('@', 1) > 0 && /^@?[a-z]/i.test(resolved)) return `${registry}:${resolved}`
  return `${registry}:${splitDescriptor(request.slice(registry.length + 1)).name}@${resolved}`
}

/** Modules by address, such as 'https://host/x/name@v1.0.0/mod.ts'. Those without a version are pinned by their digests alone. */
function addRemote(list: PackageList, remote: Table): void {
  const seen = new Set<string>()
  for (const address of Object.keys(remote)) {
    const [, host, folder = '', name, version] =
      /^https?:\/\/([^/?#@]{1,200})\/((?:[\w-]{1,50}\/){0,2})((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})@v?(\d[\w.+-]{0,100})(?=\/|$)/.exec(
        address,
      ) ?? []
    if (name === undefined || seen.has(`${host}/${folder}${name}@${version}`)) continue
    seen.add(`${host}/${folder}${name}@${version}`)
    const where = `${list.path}#/remote/${address.slice(0, 200).toWellFormed()}`
    list.add({
      name: `${host}/${folder}${name}`,
      version: version!,
      kind: { purlType: 'generic', separator: '/' },
      where,
    })
  }
}

/** What the project and its members ask for. */
function requestsIn(workspace: Table): string[] {
  const members = [workspace, ...Object.values(recordOf(workspace['members'])).map(recordOf)]
  return members.flatMap((member) => [
    ...listOf(member['dependencies']).map(textOf),
    ...listOf(recordOf(member['packageJson'])['dependencies']).map(textOf),
  ])
}
