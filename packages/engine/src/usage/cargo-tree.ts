import { packageKey } from '../keys.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Issue } from '../inventory.ts'
import type { PackageUsage, SourceUsage } from '../package-usage.ts'

/** Crates that a build contains, as 'name version'. */
export type BuiltCrates = ReadonlySet<string>

const maxLines = 1_000_000

/** 'serde v1.0.200 (proc-macro)', after the lines of the tree or the depth that cargo puts before it. */
const crate = /^[\s│├└─|`\d-]*([A-Za-z][\w-]*) v(\d[^\s()]*)/

/**
 * Reads the output of `cargo tree`: the crates that are built for its target and features. A lockfile has those of all
 * targets and features. Never throws; empty if the text is something else.
 * https://doc.rust-lang.org/cargo/commands/cargo-tree.html
 */
export function readCargoTree(text: string, path: string): { crates: BuiltCrates; issues: Issue[] } {
  const lines = text.split('\n', maxLines)
  const crates = new Set(
    lines.flatMap((line) => {
      const [, name, version] = crate.exec(line) ?? []
      return name === undefined ? [] : [`${name} ${version!}`]
    }),
  )
  const message = "The file is not the output of 'cargo tree', so it was not used."
  return {
    crates,
    issues: crates.size > 0 ? [] : [{ code: 'cargo-tree-unreadable', message, where: path }],
  }
}

/**
 * Packages of the lockfile of which no version is built are not seen, unless a source imports them itself. The tree is of
 * one target: it says nothing of what it lists.
 */
export function addBuilt(
  usage: SourceUsage,
  crates: BuiltCrates,
  components: readonly Pick<Component, 'ecosystem' | 'name' | 'version'>[],
): SourceUsage {
  const known = new Map(usage.packages.map((each) => [`${each.ecosystem}\n${each.packageName}`, each]))
  for (const [key, own] of Map.groupBy(components, keyOf)) {
    const { ecosystem, name } = own[0]!
    if (key === null || ecosystem === null) continue
    const packageName = ecosystemById(ecosystem).normalizeName(name)
    const before: PackageUsage = known.get(key) ?? { ecosystem, packageName, state: 'unknown' }
    const isImported = before.state === 'used' && before.through === undefined
    if (isImported || own.some((each) => crates.has(`${each.name} ${each.version}`))) continue
    known.set(key, { ecosystem, packageName, state: 'not-seen', checkedBy: 'cargo tree' })
  }
  return { ...usage, packages: [...known.values()] }
}

/** null if its package manager has no such tree. */
function keyOf({ ecosystem, name }: Pick<Component, 'ecosystem' | 'name'>): string | null {
  const rules = ecosystem === null ? undefined : ecosystemById(ecosystem)
  return rules?.sources?.readsTree ? packageKey(ecosystem!, rules.normalizeName(name)) : null
}
