import type { Component, DocumentReader } from '../../inventory.ts'
import { type LockfileFormat, lockfileReader } from '../lockfiles/lockfile-reader.ts'
import type { ListedPackage, PackageList } from '../lockfiles/package-list.ts'
import { quote } from '../parsers/json-value.ts'

/** A reader of what a project asks for. It is only used where no lockfile stands for the file. */
export const manifestReader = <Content>(format: LockfileFormat<Content>): DocumentReader =>
  lockfileReader({ ...format, isManifest: true })

/** A package that a project asks for. */
export interface Declaration extends Pick<
  ListedPackage,
  'name' | 'where' | 'scope' | 'isOptional' | 'origin' | 'kind' | 'sureness'
> {
  /** As written; '' if any version will do. */
  range: string
  /** The only version that the range allows; '' if it allows several. */
  version: string
  /** 'dev', 'build', 'peer', or the name of a group or extra. Absent for ordinary dependencies. */
  group?: string | undefined
  /** The name that the project uses if it is not the package's. */
  alias?: string
  /** The file that asks, if another one is read for it. */
  manifest?: string
}

/** Adds a package that the project asks for: without its version, unless the range allows only one. */
export function declare(
  list: PackageList,
  { range, group, alias, manifest, ...asked }: Declaration,
): number | null {
  const index = list.add({
    ...asked,
    isDirect: true,
    gap: gapOf(range, asked.origin),
  })
  list.ask(index, {
    by: null,
    ...(range !== '' && { range }),
    ...(group !== undefined && { group }),
    ...(alias !== undefined && { alias }),
    ...(manifest !== undefined && { manifest }),
  })
  return index
}

function gapOf(range: string, origin: Component['origin']): string {
  if (origin && !origin.kind.endsWith('-registry')) return 'is not from a registry and has no version'
  return range === '' ? 'is not pinned to a version' : `has the range ${quote(range)}`
}

/** A name from the file as a part of a JSON pointer. */
export const pointerTo = (key: string): string =>
  key.slice(0, 200).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')

/** Paths of a file in the folder of another one and in all folders above, nearest first. */
export function pathsAbove(path: string, name: string): string[] {
  const folders = path.split('/').slice(0, -1)
  return Array.from({ length: folders.length + 1 }, (_, up) =>
    [...folders.slice(0, folders.length - up), name].join('/'),
  )
}
