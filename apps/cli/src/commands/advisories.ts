import { dayOf } from '../output/advisory-age.ts'
import { showControls } from '@assay/text/invisible.ts'
import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type AdvisoryFile, listFiles } from '../offline/list-files.ts'
import { showProgress } from '../output/progress.ts'
import { summarizeSyncs } from '../output/summarize-syncs.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import { type Api, clientOf } from '../api.ts'
import type { Settings } from '../settings.ts'

const pollMs = 300
const params = { id: 'osv' }
const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)

interface Source {
  name: string
  begin: (api: Api, earlier: SyncProgress | undefined) => Promise<SyncProgress>
}

/** Sends the files or the address to the server and shows the progress. Continues after a failed file. */
export async function syncAdvisories(settings: Settings, { from }: { from: string }): Promise<ExitCode> {
  const api = clientOf(settings)
  const before = performance.now()
  const ends: SyncProgress[] = []
  let code: ExitCode = 0
  for (const source of await listSources(from)) {
    const end = await follow(settings, api, { source, earlier: ends.at(-1) })
    ends.push(end)
    if (end.state === 'done') continue
    code = exitCodes.analysisFailed
    log(`${source.name} could not be read to its end: ${end.reason ?? `it was ${end.state}`}. Run it again.`)
  }
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  process.stdout.write(`${summarizeSyncs(ends)}\nIt took ${seconds} s.\n`)
  return code
}

async function listSources(from: string): Promise<Source[]> {
  if (/^https?:\/\//.test(from))
    return [{ name: from, begin: (api) => api.advisoryDatabases.sync({ params, body: { from } }) }]
  const files = await listFiles(from)
  return files.map((file, index) => fileSource(file, index < files.length - 1))
}

/** All files count as one sync, so that the age of an ecosystem is that of all its files. */
const fileSource = ({ path, name, at }: AdvisoryFile, hasMore: boolean): Source => ({
  name,
  begin: async (api, earlier) => {
    const body = new Uint8Array(await readFile(path))
    const continues = earlier?.uuid ?? undefined
    const query = {
      name,
      modifiedAt: at,
      hasMore: String(hasMore),
      ...(continues !== undefined && { continues }),
    }
    return api.advisoryDatabases.upload({ params, query, body })
  },
})

const isUnfinished = ({ state }: SyncProgress) => state === 'queued' || state === 'running'

/** Starts a sync and follows it until it ends. */
async function follow(
  settings: Settings,
  api: Api,
  { source, earlier }: { source: Source; earlier: SyncProgress | undefined },
): Promise<SyncProgress> {
  const { name } = source
  const bar = await showProgress(settings.isInteractive, log)
  bar.update(0, 0, `${name}: sending`)
  try {
    let progress = await beginWhenFree(api, () => source.begin(api, earlier))
    while (isUnfinished(progress)) {
      const { read, expected, current } = progress
      bar.update(read, expected ?? read, current === name ? name : `${name}: ${current}`)
      await sleep(pollMs)
      progress = await api.advisoryDatabases.progress({ params })
    }
    bar.update(progress.read, progress.expected ?? progress.read, `${name}: ${progress.read} records read`)
    return progress
  } finally {
    bar.stop()
  }
}

/** Waits while another sync is running, since the server runs one at a time. */
async function beginWhenFree(api: Api, begin: () => Promise<SyncProgress>): Promise<SyncProgress> {
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      while (isUnfinished(await api.advisoryDatabases.progress({ params }))) await sleep(pollMs)
    }
  }
}

export async function showAdvisories(settings: Settings): Promise<void> {
  const databases = await clientOf(settings).advisoryDatabases.list()
  const rows = databases.map(({ name, advisories, newestAt, syncedAt, source }) => [
    name,
    String(advisories),
    dayOf(syncedAt),
    dayOf(newestAt),
    source,
  ])
  process.stdout.write(
    `${alignColumns([['Ecosystem', 'Advisories', 'Data as of', 'Newest record', 'From'], ...rows])}\n`,
  )
}
