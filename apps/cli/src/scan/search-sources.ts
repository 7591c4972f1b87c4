import { walkRules } from '@assay/engine/documents/find-documents.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId, PackageModules, PackageSources } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Component, Issue } from '@assay/engine/inventory.ts'
import type { SourceUsage } from '@assay/engine/package-usage.ts'
import type { SourceLanguage } from '@assay/engine/source-code/source-language.ts'
import { configurationText, isConfiguration } from '@assay/engine/documents/configuration-files.ts'
import { decideUsage, moduleKey } from '@assay/engine/usage/decide-usage.ts'
import {
  addConfiguration,
  addModules,
  addSource,
  type FoundSources,
  noSources,
} from '@assay/engine/usage/found-sources.ts'
import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Limits of a search; what is beyond them leaves the usage of packages unknown. */
export interface SearchLimits {
  maxFiles: number
  maxFileBytes: number
  maxBytes: number
  maxMs: number
}

export const searchLimits: SearchLimits = {
  maxFiles: 100_000,
  maxFileBytes: 1024 * 1024,
  maxBytes: 1024 * 1024 * 1024,
  maxMs: 60_000,
}
const maxConfigurationBytes = 256 * 1024
const maxModuleFileBytes = 16 * 1024 * 1024
const maxDepth = 24
const maxInstalledDepth = 5

/** Written by builds, in addition to the folders that no scan looks into. */
const builtFolders = new Set(['dist', 'target', 'coverage'])

interface Search {
  rules: { ecosystem: EcosystemId; sources: PackageSources }[]
  found: Map<SourceLanguage, FoundSources>
  modules: Map<string, PackageModules>
  limits: SearchLimits
  issues: Issue[]
  files: number
  bytes: number
  endsAt: number
}

interface Folder {
  path: string
  /** Of its files within the project, with '/' at the end; '' for the project itself. */
  prefix: string
}

/** Searches the source files of folders for imports of components. Nothing of them is run. null without such components. */
export async function searchSources(
  folders: readonly Folder[],
  components: readonly Component[],
  limits: SearchLimits = searchLimits,
): Promise<{ usage: SourceUsage; issues: Issue[] } | null> {
  const ids = [...new Set(components.flatMap(({ ecosystem }) => ecosystem ?? []))]
  const rules = ids.flatMap((ecosystem) => {
    const { sources } = ecosystemById(ecosystem)
    return sources ? [{ ecosystem, sources }] : []
  })
  if (rules.length === 0 || folders.length === 0) return null
  const found = new Map(rules.map(({ sources }) => [sources.language, noSources()]))
  const counts = { files: 0, bytes: 0, endsAt: Date.now() + limits.maxMs }
  const search: Search = { rules, found, modules: new Map(), limits, issues: [], ...counts }
  for (const folder of folders) await searchFolder(folder, 0, search)
  const usage = decideUsage({ components: [...components], sources: found, modules: search.modules })
  return { usage, issues: search.issues }
}

async function searchFolder({ path, prefix }: Folder, depth: number, search: Search): Promise<void> {
  const entries = await entriesOf(path)
  if (entries === null || depth > maxDepth)
    return stop(search, {
      where: prefix || '.',
      reason: depth > maxDepth ? 'is too deep' : 'cannot be read',
    })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (let start = 0; start < files.length; start += batch)
    await Promise.all(
      files
        .slice(start, start + batch)
        .map((name) => readSource({ path: join(path, name), name: prefix + name }, search)),
    )
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const inner = { path: join(path, entry.name), prefix: `${prefix}${entry.name}/` }
    const isInstalled = search.rules.some(({ sources }) => sources.moduleFiles?.folders?.includes(entry.name))
    if (isInstalled) await readInstalled(inner, 0, search)
    else if (!walkRules.ignoredFolders.has(entry.name) && !builtFolders.has(entry.name))
      await searchFolder(inner, depth + 1, search)
  }
}

const batch = 32

/** null if it cannot be read. Links are not followed: what is in the folder is found at its own path. */
const entriesOf = (path: string): Promise<Dirent[] | null> =>
  readdir(path, { withFileTypes: true }).then(
    (entries) => entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
    () => null,
  )

interface SourceFile {
  path: string
  /** Within the project. */
  name: string
}

async function readSource(file: SourceFile, search: Search): Promise<void> {
  const { rules, found, limits } = search
  const languages = [...found.keys()].filter((language) => language.isSource(file.name))
  const isConfigured = isConfiguration(file.name)
  const isModuleFile = rules.some(({ sources }) => sources.moduleFiles?.matches(file.name))
  if (isModuleFile) await readModules(file, search)
  if (languages.length === 0 && !isConfigured) return
  const maxBytes = languages.length > 0 ? limits.maxFileBytes : maxConfigurationBytes
  const text = await readText(file, maxBytes, search)
  if (text === null) {
    if (languages.length > 0)
      stop(search, { where: file.name, reason: 'is too large, cannot be read or exceeds a limit', languages })
    return
  }
  for (const language of languages) addSource(found.get(language)!, { path: file.name, text }, language)
  if (isConfigured)
    for (const [language, each] of found) addConfiguration(each, configurationText(file.name, text), language)
}

/** null beyond a limit, too. */
async function readText({ path }: SourceFile, maxBytes: number, search: Search): Promise<string | null> {
  const { limits } = search
  if (search.files >= limits.maxFiles || Date.now() > search.endsAt) return null
  search.files++
  const size = await stat(path).then(
    (found) => found.size,
    () => Infinity,
  )
  if (size > maxBytes || search.bytes + size > limits.maxBytes) return null
  search.bytes += size
  return readFile(path, 'utf8').catch(() => null)
}

interface Unread {
  where: string
  /** Continues 'It '. */
  reason: string
  /** Default: all. */
  languages?: SourceLanguage[]
}

/** The usage of packages in these languages is unknown from now on. The first reason of each is enough. */
function stop({ found, issues }: Search, { where, reason, languages = [...found.keys()] }: Unread): void {
  const affected = languages.filter((language) => !found.get(language)!.isPartial)
  for (const language of affected) found.get(language)!.isPartial = true
  if (affected.length === 0) return
  const names = affected.map(({ name }) => name).join('; ')
  const message = `It ${reason}, so packages that no other source imports are not reported as 'not seen' (${names}).`
  issues.push({ code: 'source-unread', message, where })
}

/** Only the metadata of installed packages. */
async function readInstalled({ path, prefix }: Folder, depth: number, search: Search): Promise<void> {
  if (depth > maxInstalledDepth) return
  for (const entry of (await entriesOf(path)) ?? []) {
    const inner = { path: join(path, entry.name), prefix: `${prefix}${entry.name}/` }
    if (entry.isFile()) await readModules({ path: inner.path, name: prefix + entry.name }, search)
    else if (
      entry.isDirectory() &&
      /^(?:lib\d*|python[\d.]*|site-packages|.+\.(?:dist|egg)-info)$/i.test(entry.name)
    )
      await readInstalled(inner, depth + 1, search)
  }
}

async function readModules(file: SourceFile, search: Search): Promise<void> {
  for (const { ecosystem, sources } of search.rules) {
    if (!sources.moduleFiles?.matches(file.name)) continue
    const text = await readText(file, maxModuleFileBytes, search)
    for (const [name, modules] of sources.moduleFiles.read(text ?? '', file.name))
      addModules(search.modules, moduleKey(ecosystem, name), modules)
  }
}
