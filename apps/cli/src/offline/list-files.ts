import { isoDay } from '@assay/engine/time.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByOsvName } from '@assay/engine/ecosystems.ts'
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** A file of advisories or of a list, such as KEV. */
export interface AdvisoryFile {
  path: string
  /** Relative to the folder, with '/'. */
  name: string
  /** When it was complete in epoch ms: its download, or its own time. */
  at: number
  /** The ecosystem whose archive it is, if its folder is named after one. */
  ecosystem?: EcosystemId
}

/** 'full' is the name of endoflife.date's list of products. */
const sourceFile = /\.(json|jsonl|ndjson|csv|gz|zip)$|^full$/i
/** The list of changes next to an archive of OSV. */
const ignored = /^modified_id\.csv$/
const maxDepth = 8

/** Allowance for clock skew. */
const maxAheadMs = 24 * 3_600_000

/**
 * The advisory files of a path: the file itself, or those of the folder and its subfolders, by name. A subfolder with an
 * all.zip, as published by the OSV project, is read from that alone: its other files hold the same records.
 */
export async function listFiles(from: string, only: ReadonlySet<EcosystemId> | null = null) {
  const found = await stat(from).catch(() => null)
  if (!found) throw new CommandError(exitCodes.configuration, `No such file or folder: ${from}`)
  if (!found.isDirectory()) return [await fileOf(from, from)]
  const paths = await pathsIn(from, 0)
  if (paths.length === 0)
    throw new CommandError(
      exitCodes.configuration,
      `${from} holds no JSON, CSV, gzip or zip files, and none of its folders does.`,
    )
  const files = await Promise.all(paths.map((path) => fileOf(from, path)))
  return files.filter(({ ecosystem }) => ecosystem === undefined || (only?.has(ecosystem) ?? true))
}

async function pathsIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (depth > 0 && sorted.some(isArchive)) return [join(folder, archiveName)]
  const lists = sorted.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return depth < maxDepth ? await pathsIn(path, depth + 1) : []
    return sourceFile.test(entry.name) && !ignored.test(entry.name) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

const archiveName = 'all.zip'
const isArchive = (entry: Dirent) => entry.name === archiveName && !entry.isDirectory()

async function fileOf(from: string, path: string): Promise<AdvisoryFile> {
  const { mtimeMs } = await stat(path)
  const at = Math.floor(mtimeMs)
  if (at > Date.now() + maxAheadMs)
    throw new CommandError(
      exitCodes.configuration,
      `${path} is dated ${isoDay(at)}, in the future, so the age of its data is unknown. Correct the date of the file or the clock.`,
    )
  const parts = (relative(from, path) || path).split(/[/\\]/)
  const ecosystem = ecosystemByOsvName(parts.at(-2) ?? '')?.id
  return { path, name: from === path ? parts.at(-1)! : parts.join('/'), at, ...(ecosystem && { ecosystem }) }
}
