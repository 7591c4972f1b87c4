import { showControls } from '@assay/text/invisible.ts'
import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { pieceBytes } from '@assay/contract/knowledge.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { type Api, clientOf, download } from '../api.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { checkArchive } from '../offline/check-archive.ts'
import { showProgress } from '../output/progress.ts'
import { summarizeSyncs } from '../output/summarize-syncs.ts'
import type { Settings } from '../settings.ts'

const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)
const retries = 6
const pollMs = 300

/** Exports the server's data to a file, which is only created when complete. */
export async function exportKnowledge(
  settings: Settings,
  { output, parts }: { output: string; parts: 'all' | 'advisories' },
): Promise<void> {
  const draft = `${output}.part`
  try {
    await pipeline(
      await download(settings, `/api/v1/knowledge/archive?parts=${parts}`),
      createWriteStream(draft),
    )
    const { exportedAt } = await checkArchive(draft)
    await rename(draft, output)
    const { size } = await stat(output)
    log(
      `${output}: ${Math.ceil(size / 1024)} KiB, data of ${new Date(exportedAt).toISOString().slice(0, 16)} UTC`,
    )
  } finally {
    await rm(draft, { force: true })
  }
}

/** Uploads an archive in pieces, resuming an interrupted upload, and follows its import. */
export async function importKnowledge(settings: Settings, path: string): Promise<ExitCode> {
  await checkArchive(path)
  const api = clientOf(settings)
  const bar = await showProgress(settings.isInteractive, log)
  try {
    const params = { digest: await upload(api, path, (done, all) => bar.update(done, all, 'Uploading')) }
    let progress = await api.knowledge.start({ params }, { retries })
    while (isUnfinished(progress)) {
      bar.update(progress.read, progress.expected ?? progress.read, 'Importing')
      await sleep(pollMs)
      progress = await api.advisoryDatabases.progress({ params: { id: 'osv' } }, { retries })
    }
    bar.stop()
    process.stdout.write(`${summarizeSyncs([progress])}\n`)
    if (progress.state === 'done') return 0
    log(`The archive could not be imported: ${progress.reason ?? `the import was ${progress.state}`}.`)
    return exitCodes.analysisFailed
  } finally {
    bar.stop()
  }
}

const isUnfinished = ({ state }: SyncProgress) => state === 'queued' || state === 'running'

async function upload(api: Api, path: string, show: (done: number, all: number) => void): Promise<string> {
  const { size } = await stat(path)
  const digest = await digestOf(path)
  let { received } = await api.knowledge.beginImport(
    { body: { digest, name: basename(path), size } },
    { retries },
  )
  const file = await open(path)
  try {
    while (received * pieceBytes < size) {
      show(received * pieceBytes, size)
      const length = Math.min(pieceBytes, size - received * pieceBytes)
      const body = new Uint8Array(length)
      await file.read(body, 0, length, received * pieceBytes)
      const params = { digest, position: String(received) }
      ;({ received } = await api.knowledge.piece({ params, body }, { retries }))
    }
  } finally {
    await file.close()
  }
  return digest
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
