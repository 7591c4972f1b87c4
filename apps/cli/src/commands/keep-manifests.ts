import { walkRules } from '@assay/engine/documents/find-documents.ts'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What package managers' commands change. */
const manifests =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lock|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|pyproject\.toml|(?:uv|poetry|pdm)\.lock|Pipfile(?:\.lock)?|composer\.(?:json|lock)|Gemfile(?:\.lock)?|gems\.(?:rb|locked)|pom\.xml|.*\.csproj|packages\.lock\.json|pubspec\.(?:yaml|lock)|mix\.(?:exs|lock))$/

/** Limits how long a folder without any takes. */
const maxFiles = 5000

/** Keeps the manifests and lockfiles of a folder, and returns a function that puts them back. */
export async function keepManifests(folder: string): Promise<() => Promise<void>> {
  const kept = new Map<string, Uint8Array>()
  for (const path of await manifestsIn(folder)) kept.set(path, new Uint8Array(await readFile(path)))
  return async () => {
    for (const path of await manifestsIn(folder)) if (!kept.has(path)) await rm(path)
    for (const [path, bytes] of kept) await writeFile(path, bytes)
  }
}

async function manifestsIn(root: string): Promise<string[]> {
  const found: string[] = []
  const folders = [root]
  for (const folder of folders)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isFile() && manifests.test(entry.name)) found.push(path)
      const isSkipped = walkRules.ignoredFolders.has(entry.name) || entry.name.startsWith('.')
      if (entry.isDirectory() && !isSkipped && folders.length < maxFiles) folders.push(path)
    }
  return found
}
