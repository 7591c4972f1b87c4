import { dayOf } from '../output/advisory-age.ts'
import { showControls } from '@assay/text/invisible.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById, ecosystemByLanguage, ecosystemByOsvName } from '@assay/engine/ecosystems.ts'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { clientOf } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { checkArchive } from '../offline/check-archive.ts'
import { exportIndex } from '../offline/export-index.ts'
import { buildIndex, type Built } from '../offline/build-index.ts'
import { downloadFiles } from '../offline/download.ts'
import { readManifest, storedData } from '../offline/manifest.ts'
import { showProgress } from '../output/progress.ts'
import { listSkipped } from '../output/summarize-syncs.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import type { Settings } from '../settings.ts'
import { listFiles } from '../offline/list-files.ts'

export interface SyncOfflineOptions {
  from: string
  ecosystems?: string
  /** With the advisories that the account has written on the server. */
  own?: boolean
}

const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)

/** Rebuilds the local index from an archive. The data of each ecosystem is as old as in the archive. */
export async function importOffline(
  settings: Settings,
  path: string,
  { own }: Pick<SyncOfflineOptions, 'own'>,
): Promise<void> {
  const { databases } = await checkArchive(path)
  if (databases.length === 0)
    throw new CommandError(exitCodes.unsupported, `${path} holds no complete advisory data.`)
  await syncOffline(settings, { from: path, ...(own && { own }) })
}

/** Exports the local index as an archive. */
export async function exportOffline({ advisoriesFolder }: Settings, output: string): Promise<void> {
  await exportIndex(advisoriesFolder, output)
  log(`${output} is written.`)
}

/** Rebuilds the local index from the starter set and files or a mirror. */
export async function syncOffline(
  settings: Settings,
  { from, ecosystems, own = false }: SyncOfflineOptions,
): Promise<void> {
  const before = performance.now()
  const only = readEcosystems(ecosystems)
  const ownDocuments = own ? await readOwn(settings) : []
  const progress = await showProgress(settings.isInteractive, log)
  const { advisoriesFolder: folder } = settings
  mkdirSync(dirname(folder), { recursive: true })
  try {
    const built = await buildIndex({
      folder,
      source: from,
      only,
      now: Date.now(),
      files: filesOf(from, only),
      own: ownDocuments,
      onProgress: (read, label) => progress.update(read, 0, label),
    })
    progress.stop()
    const seconds = ((performance.now() - before) / 1000).toFixed(1)
    process.stdout.write(`${summarize(built)}\nIt took ${seconds} s; the index is in ${folder}.\n`)
  } finally {
    progress.stop()
  }
}

/** Withdrawn ones as well, which are then left out. */
async function readOwn(settings: Settings): Promise<readonly object[]> {
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  return api.ownAdvisories.export({ params: { accountUuid } })
}

function readEcosystems(text: string | undefined): ReadonlySet<EcosystemId> | null {
  if (text === undefined) return null
  const names = text.split(',').map((name) => name.trim())
  return new Set(
    names.map((name) => {
      const found = ecosystemByOsvName(name) ?? ecosystemByLanguage(name)
      if (!found) throw new CommandError(exitCodes.configuration, `'${name}' is not a known ecosystem.`)
      return found.id
    }),
  )
}

async function* filesOf(from: string, only: ReadonlySet<EcosystemId> | null) {
  if (/^https?:\/\//.test(from))
    yield* downloadFiles(from, only, (address) => log(`${address} does not exist and was skipped.`))
  else yield* await listFiles(from, only)
}

function summarize({ manifest, read, issues }: Built): string {
  const rows = Object.entries(manifest.ecosystems)
    .sort(([, a], [, b]) => b.advisories - a.advisories)
    .map(([id, { advisories, newestAt, checkedAt = null }]) => [
      nameOf(id),
      String(advisories),
      dayOf(checkedAt),
      dayOf(newestAt),
    ])
  const skipped = Map.groupBy(issues, ({ code }) => code)
  const skips = [...skipped].map(([code, list]) => ({
    code,
    count: list.length,
    examples: list.map(({ where, message }) => `${where}: ${message}`),
  }))
  return [
    `${read} documents read`,
    '',
    alignColumns([['Ecosystem', 'Advisories', 'Data as of', 'Newest record'], ...rows]),
    ...listSkipped(skips),
  ].join('\n')
}

const nameOf = (id: string) => ecosystemById(id as EcosystemId).name

/** Summary of the local index. */
export function showLocalAdvisories({ advisoriesFolder }: Settings): Promise<void> {
  const manifest = readManifest(advisoriesFolder)
  if (!manifest) {
    process.stdout.write("There is no local index. 'assay scan --offline' uses the starter set.\n")
    return Promise.resolve()
  }
  const rows = Object.keys(manifest.ecosystems).map((id) => {
    const { advisories, newestAt, checkedAt, source } = storedData(manifest, id)!
    return [nameOf(id), String(advisories), dayOf(checkedAt), dayOf(newestAt), source]
  })
  process.stdout.write(
    `${alignColumns([['Ecosystem', 'Advisories', 'Data as of', 'Newest record', 'From'], ...rows])}\n`,
  )
  return Promise.resolve()
}
