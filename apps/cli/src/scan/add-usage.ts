import type { Issue } from '@assay/engine/inventory.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { addChecked } from '@assay/engine/usage/add-checked.ts'
import { addBuilt, type BuiltCrates, readCargoTree } from '@assay/engine/usage/cargo-tree.ts'
import { type CheckedModule, readGovulncheck } from '@assay/engine/usage/govulncheck.ts'
import { usageFileName, writeUsage } from '@assay/engine/usage/usage-document.ts'
import { relative } from 'node:path'
import { readDocumentFile } from './read-files.ts'
import type { Inputs } from './read-inputs.ts'
import { searchSources } from './search-sources.ts'

interface UsageOptions {
  /** false: sources are not searched. */
  usage?: boolean
  /** The output of govulncheck. */
  govulncheck?: string
  /** The output of cargo tree. */
  cargoTree?: string
}

/** Adds what the sources of the scanned folders import, as a document. The sources themselves stay where they are. */
export async function addUsage(
  inputs: Inputs,
  { usage, govulncheck, cargoTree }: UsageOptions,
): Promise<Inputs> {
  const isSearched = usage !== false && inputs.folders.length > 0
  if (!isSearched && govulncheck === undefined && cargoTree === undefined) return inputs
  const files = inputs.files.filter(({ filename }) => filename !== usageFileName)
  const { components } = readDocuments(files.map(({ filename: path, bytes }) => ({ path, bytes }))).inventory
  const folders = inputs.folders.map((path) => ({ path, prefix: prefixOf(inputs.described.root, path) }))
  const searched = isSearched ? await searchSources(folders, components) : null
  const { modules, ...called } = await readChecked(govulncheck)
  const { crates, ...built } = await readBuilt(cargoTree)
  const issues = [...called.issues, ...built.issues]
  if (searched === null && modules.length + crates.size === 0)
    return { ...inputs, files, issues: [...inputs.issues, ...issues] }
  const imported = searched?.usage ?? { packages: [], searched: [] }
  const checked = addChecked(imported, modules, components)
  const found = crates.size === 0 ? checked : addBuilt(checked, crates, components)
  const document = { filename: usageFileName, bytes: writeUsage(found) }
  return {
    ...inputs,
    files: [...files, document],
    issues: [...inputs.issues, ...(searched?.issues ?? []), ...issues],
  }
}

async function readChecked(path: string | undefined): Promise<{ modules: CheckedModule[]; issues: Issue[] }> {
  if (path === undefined) return { modules: [], issues: [] }
  return readGovulncheck(new TextDecoder().decode(await readDocumentFile(path)), path)
}

async function readBuilt(path: string | undefined): Promise<{ crates: BuiltCrates; issues: Issue[] }> {
  if (path === undefined) return { crates: new Set(), issues: [] }
  return readCargoTree(new TextDecoder().decode(await readDocumentFile(path)), path)
}

/** A folder outside of the project is a separate one. */
function prefixOf(root: string, path: string): string {
  const inside = relative(root, path).replaceAll('\\', '/')
  return inside === '' || inside.startsWith('..') ? '' : `${inside}/`
}
