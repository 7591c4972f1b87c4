import { splitDescriptor } from './npm-package.ts'

/** A requirement of a package; the project itself has no name. */
export interface YarnRequirement {
  parent: { name: string; version: string }
  name: string
  range: string
}

interface Resolution {
  /** '' for all packages. */
  parent: string
  /** The version of the parent; '' for all. */
  parentVersion: string
  name: string
  /** The range that it replaces; '' for all. */
  range: string
  value: string
}

/** The range that is taken in place of the one asked for; null if none is. */
export type Resolve = (asked: YarnRequirement) => string | null

/**
 * Reads the resolutions of a package.json by name: https://classic.yarnpkg.com/lang/en/docs/selective-version-resolutions/
 * and https://yarnpkg.com/configuration/manifest#resolutions. Of a path with '**' only the last package counts, as the
 * lockfile does not tell for which of the paths an entry is.
 */
export function yarnResolutions(resolutions: ReadonlyMap<string, string>): Resolve {
  const byName = Map.groupBy([...resolutions].map(readResolution), ({ name }) => name)
  return ({ parent, name, range }) => {
    const found = byName
      .get(name)
      ?.find(
        (each) =>
          (each.parent === '' || each.parent === parent.name) &&
          (each.parentVersion === '' || each.parentVersion === parent.version) &&
          (each.range === '' || each.range === plain(range)),
      )
    return found?.value ?? null
  }
}

function readResolution([pattern, value]: [string, string]): Resolution {
  const parts = partsOf(pattern)
  const [parent, last] = [parts.at(-2) ?? '', parts.at(-1) ?? '']
  const [of, wanted] = [splitDescriptor(parent === '**' ? '' : parent), splitDescriptor(last)]
  return {
    parent: of.name,
    parentVersion: plain(of.range),
    name: wanted.name,
    range: plain(wanted.range),
    value,
  }
}

// '@scope/a/**/b@npm:^1.0' is '@scope/a', '**' and 'b@npm:^1.0'.
const partsOf = (pattern: string): readonly string[] =>
  pattern.match(/(?:@[^/@]+\/)?[^/@]+(?:@[^/]+)?/g) ?? []

/** The package that a resolution is for. */
export const nameInPattern = (pattern: string): string => splitDescriptor(partsOf(pattern).at(-1) ?? '').name

const plain = (range: string): string => range.replace(/^npm:/, '')
