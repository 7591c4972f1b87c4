import type { SourceDocument } from '../../../inventory.ts'
import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import type { LockfileLocation } from '../lockfile-reader.ts'
import { manifestAt } from './cargo-manifest.ts'

const names = ['.cargo/config.toml', '.cargo/config']

/** Paths of Cargo's settings for a lockfile, nearest first: https://doc.rust-lang.org/cargo/reference/config.html */
export function configPaths({ path }: Pick<SourceDocument, 'path'>): string[] {
  const folders = path.split('/').slice(0, -1)
  return [...folders.keys(), folders.length]
    .toReversed()
    .flatMap((depth) => names.map((name) => [...folders.slice(0, depth), name].join('/')))
}

/**
 * Folders by the name of the crate that they replace, other than members of the workspace:
 * https://doc.rust-lang.org/cargo/reference/overriding-dependencies.html#the-patch-section
 */
export function readPatches({ path, tree }: LockfileLocation): Map<string, string> {
  const patches = new Map<string, string>()
  const root = manifestAt(path, 'Cargo.toml', tree)
  const members = listOf(recordOf(root?.['workspace'])['members']).map(shortTextOf).map(patternOf)
  const settings = configPaths({ path }).map((each) => manifestAt('', each, tree))
  for (const table of [root, ...settings]) {
    for (const registry of Object.values(recordOf(table?.['patch']))) {
      for (const [key, patch] of Object.entries(recordOf(registry))) {
        const folder = isRecord(patch) ? shortTextOf(patch['path']) : ''
        const name = shortTextOf(recordOf(patch)['package']) || key
        const isMember = members.some((member) => member.test(withoutDots(folder)))
        if (folder !== '' && !isMember && !patches.has(name)) patches.set(name, folder)
      }
    }
  }
  return patches
}

const withoutDots = (folder: string): string => folder.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

/** Members can be globs: 'crates/*'. */
function patternOf(member: string): RegExp {
  const parts = withoutDots(member).split('*')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^/]*')}$`)
}
