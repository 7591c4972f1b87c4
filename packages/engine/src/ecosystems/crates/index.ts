import type { Ecosystem } from '../ecosystem.ts'
import { crateSources } from './sources.ts'
import { instructCargo } from './upgrade-command.ts'
import { isInCargoRange } from './ranges.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { readSemver } from '../semver.ts'
import { crateVersions } from './versions.ts'

export const crates: Ecosystem = {
  id: 'crates.io',
  name: ecosystemNames['crates.io'],
  purlType: 'cargo',
  osvName: 'crates.io',
  registryHosts: ['index.crates.io', 'static.crates.io', 'crates.io', 'github.com/rust-lang/crates.io-index'],
  languages: ['rust', 'cargo', 'crates.io'],
  nameFromPurl: (_, name) => name,
  // The registry rejects names that differ from an existing one only by case or by '-' and '_' (its canon_crate_name):
  // https://doc.rust-lang.org/cargo/reference/registry-index.html#name-restrictions
  normalizeName: (name) => name.toLowerCase().replaceAll('_', '-'),
  ...crateVersions,
  runtime: 'Rust',
  canLock: true,
  isInRange: isInCargoRange,
  webUrl: (name, version) =>
    name === '' || readSemver(version) === null
      ? null
      : `https://crates.io/crates/${encodePath(name)}/${encodePath(version)}`,
  sources: crateSources,
  instruct: instructCargo,
}
