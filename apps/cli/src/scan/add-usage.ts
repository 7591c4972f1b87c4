import type { Issue } from '@assay/engine/inventory.ts'
import { readDocuments } from '@assay/engine/documents/read.ts'
import { addChecked } from '@assay/engine/usage/add-checked.ts'
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
}

/** Adds what the sources of the scanned folders import, as a document. The sources themselves stay where they are. */
export async function addUsage(inputs: Inputs, { usage, govulncheck }: UsageOptions): Promise<Inputs> {
  const isSearched = usage !== false && inputs.folders.length > 0
  if (!isSearched && govulncheck === undefined) return inputs
  const files = inputs.files.filter(({ filename }) => filename !== usageFileName)
  const { components } = readDocuments(files.map(({ filename: path, bytes }) => ({ path, bytes }))).inventory
  const folders = inputs.folders.map((path) => ({ path, prefix: prefixOf(inputs.described.root, path) }))
  const searched = isSearched ? await searchSources(folders, components) : null
  const { modules, issues } = await readChecked(govulncheck)
  if (searched === null && modules.length === 0)
    return { ...inputs, files, issues: [...inputs.issues, ...issues] }
  const found = addChecked(searched?.usage ?? { packages: [], searched: [] }, modules, components)
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

/** A folder outside of the project is a separate one. */
function prefixOf(root: string, path: string): string {
  const inside = relative(root, path).replaceAll('\\', '/')
  return inside === '' || inside.startsWith('..') ? '' : `${inside}/`
}
