import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readDocuments } from '../../packages/engine/src/documents/read.ts'
import { claimedReader } from '../../packages/engine/src/documents/readers.ts'
import type { EcosystemId } from '../../packages/engine/src/ecosystems/ecosystem.ts'
import { type SourceDocument, unreadIssues } from '../../packages/engine/src/inventory.ts'

/** An inventory, or a folder with the lockfiles of one project. */
export interface QualityDocument {
  name: string
  formats: string[]
  /** Without duplicates. */
  packages: { ecosystem: EcosystemId; name: string; version: string }[]
}

const lockfiles = join(import.meta.dirname, 'lockfiles')

/** Reads the inventories of the data folder, then the lockfiles in the folder of this file. Throws if one is unreadable. */
export function readAll(folder: string): QualityDocument[] {
  const inventories = readdirSync(join(folder, 'sbom'))
    .filter((file) => file.endsWith('.gz'))
    .map((file) => {
      const path = file.replace(/\.gz$/, '')
      const bytes = gunzipSync(readFileSync(join(folder, 'sbom', file)))
      return readProject(path.replace('.cdx', ''), [{ path, bytes }])
    })
  return [...inventories, ...readdirSync(lockfiles).map((name) => readProject(name, filesOf(name)))]
}

function filesOf(project: string): SourceDocument[] {
  const root = join(lockfiles, project)
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1).replaceAll('\\', '/'), bytes: readFileSync(path) }))
}

function readProject(name: string, files: SourceDocument[]): QualityDocument {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const documents = files.filter(({ path }) => claimedReader(path) !== null)
  const { inventory, issues } = readDocuments(documents, {
    find: (path) => byPath.get(path) ?? null,
    paths: () => byPath.keys(),
  })
  const unread = unreadIssues(issues)
  if (inventory.formats.length === 0 || unread.length > 0) {
    throw new Error(`${name} cannot be read: ${unread.map(({ message }) => message).join(' ')}`)
  }
  const packages = new Map<string, QualityDocument['packages'][number]>()
  for (const { ecosystem, name, version } of inventory.components) {
    if (ecosystem === null || version === '') continue
    packages.set([ecosystem, name, version].join(' '), { ecosystem, name, version })
  }
  return { name, formats: inventory.formats, packages: [...packages.values()] }
}
