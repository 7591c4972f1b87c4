import { pathFrom } from '../sibling-file.ts'
import type { LockfileLocation } from '../lockfile-reader.ts'
import { parseLines } from '../lockfile-reader.ts'

/** Gems of a Gemfile that the project does not need in production. */
export interface GemfileGroups {
  /** Gems that are only in groups for development and tests. */
  tests: Set<string>
  /** Gems that are only in optional groups. */
  optional: Set<string>
}

interface Group {
  isTest: boolean
  isOptional: boolean
}

/**
 * Reads groups from a Gemfile (https://bundler.io/man/gemfile.5.html), since the lockfile does not contain them; null
 * if it is missing.
 */
export function readGemfile({ path, tree }: LockfileLocation): GemfileGroups | null {
  const manifestPath = pathFrom(path, path.endsWith('gems.locked') ? 'gems.rb' : 'Gemfile')
  const document = manifestPath === null ? null : tree?.find(manifestPath)
  const lines = document ? parseLines(document).content : null
  if (!lines) return null
  const groups: GemfileGroups = { tests: new Set(), optional: new Set() }
  const needed = new Set<string>()
  for (const { gem, group } of listGems(lines)) {
    if (group.isTest) groups.tests.add(gem)
    if (group.isOptional) groups.optional.add(gem)
    if (!group.isTest && !group.isOptional) needed.add(gem)
  }
  // A gem may be named in several groups.
  return {
    tests: groups.tests.difference(needed),
    optional: groups.optional.difference(needed),
  }
}

interface Gem {
  gem: string
  /** What follows the name. */
  rest: string
  group: Group
  /** 1-based. */
  line: number
}

const none: Group = { isTest: false, isOptional: false }
const gemLine = /^\s*gem[\s(]+["']([^"']+)["'](.*)$/
const groupLine = /^\s*group\b(.*)\bdo\s*$/
const ownGroups = /\bgroups?(?::|\s*=>)\s*(\[[^\]]*\]|:\w+|["']\w+["'])/
/** Other blocks, which also close with 'end'. */
const blockLine = /^\s*(?:if|unless|case|begin|def|while)\b|\bdo(?:\s*\|[^|]*\|)?\s*$/
const endLine = /^\s*end\b/

/** Ruby is not executed: gems in computed groups count as needed. */
export function* listGems(lines: readonly string[]): Generator<Gem> {
  const open: Group[] = []
  for (const [at, full] of lines.entries()) {
    // Longer lines are not written by hand.
    const line = full.length > 1000 ? '' : full
    const outer = open.at(-1) ?? none
    const [, gem, rest = ''] = gemLine.exec(line) ?? []
    const opened = groupLine.exec(line)?.[1]
    if (gem !== undefined) {
      const own = ownGroups.exec(rest)?.[1]
      yield { gem, rest, group: own === undefined ? outer : groupOf(own, outer), line: at + 1 }
    } else if (opened !== undefined) open.push(groupOf(opened, outer))
    else if (blockLine.test(line)) open.push(outer)
    else if (endLine.test(line)) open.pop()
  }
}

/** ':development, :test', or '[:test], optional: true'. */
function groupOf(text: string, outer: Group): Group {
  const isOptional = /\boptional(?::|\s*=>)\s*true\b/.test(text)
  const names = [...text.matchAll(/(?<!\w):(\w+)|["'](\w+)["']/g)].map(([, symbol, word]) => symbol ?? word!)
  const groups = names.filter((name) => name !== 'optional')
  const isTest = groups.length > 0 && groups.every((name) => name === 'development' || name === 'test')
  return { isTest: outer.isTest || isTest, isOptional: outer.isOptional || isOptional }
}
