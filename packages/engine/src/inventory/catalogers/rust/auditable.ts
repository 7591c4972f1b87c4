import { readJson } from '../../../documents/parsers/json-document.ts'
import { listOf, recordOf, shortTextOf } from '../../../documents/parsers/json-value.ts'
import type { FoundPackage, ProgramCataloger } from '../../model/cataloger.ts'
import { readSection } from '../../programs/program.ts'
import { installedPackage } from '../installed-package.ts'

// https://github.com/rust-secure-code/cargo-auditable/blob/master/PARSING.md

const maxBytes = 8 * 1024 * 1024
const maxPackages = 50_000
/** Of zlib around the deflated data. */
const [headBytes, checksumBytes] = [2, 4]

/** The crates that cargo-auditable lists in a program; without it, nothing reliable is there. */
export const auditable: ProgramCataloger = {
  id: 'cargo-auditable',
  async read(program, { path, codecs }) {
    const section = await readSection(program, '.dep-v0', maxBytes)
    if (section === null || section.length <= headBytes + checksumBytes) return { packages: [], issues: [] }
    const bytes = codecs.inflateRaw(section.subarray(headBytes), maxBytes)
    const { json, issues } = readJson({ path, bytes })
    return { packages: cratesOf(json, path), issues }
  },
}

interface Crate {
  found: FoundPackage
  /** Indexes of what it needs, in the list as it is written. */
  needs: number[]
}

/** What only ran while the program was built is not in it. */
function cratesOf(json: unknown, path: string): FoundPackage[] {
  const crates = listOf(recordOf(json)['packages'])
    .slice(0, maxPackages)
    .map((each): Crate | null => crateOf(recordOf(each), path))
  const kept = new Map<number, number>()
  for (const [index, crate] of crates.entries()) if (crate) kept.set(index, kept.size)
  const dependents = new Map<number, number[]>()
  for (const [index, crate] of crates.entries())
    for (const need of crate?.needs ?? [])
      if (kept.has(need)) dependents.set(need, [...(dependents.get(need) ?? []), kept.get(index)!])
  return crates.flatMap((crate, index) => {
    const requiredBy = dependents.get(index)
    return crate ? [{ ...crate.found, ...(requiredBy && { requiredBy }) }] : []
  })
}

function crateOf(crate: Record<string, unknown>, path: string): Crate | null {
  if (crate['kind'] === 'build') return null
  const source = shortTextOf(crate['source'])
  const found = installedPackage({
    purl: {
      type: 'cargo',
      namespace: null,
      name: shortTextOf(crate['name']),
      version: shortTextOf(crate['version']),
    },
    path,
  })
  const needs = listOf(crate['dependencies']).filter((each) => typeof each === 'number')
  return found && { found: { ...found, ...originOf(source) }, needs }
}

/** A registry of one's own has no name here. */
function originOf(source: string): Pick<FoundPackage, 'origin'> {
  if (source === 'local') return { origin: { kind: 'folder' } }
  if (source === 'git') return { origin: { kind: 'git' } }
  return source === 'registry' ? { origin: { kind: 'private-registry' } } : {}
}
