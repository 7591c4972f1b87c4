import type { Build } from '@assay/contract/builds.ts'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { showProgress } from '../output/progress.ts'
import type { Api } from '../api.ts'

export interface Inventory {
  /** Display name: the file, or the number of files and the folder. */
  title: string
  /** Named by their paths within the project, with '/'. */
  files: { filename: string; bytes: Uint8Array }[]
  url: string
  branch: string
}

interface ProgressOptions {
  isInteractive: boolean
  log: (text: string) => void
}

const steps: Build['status'][] = ['preparing', 'queued', 'scanning', 'success']
const labels: Record<Build['status'], string> = {
  preparing: 'Preparing …',
  queued: 'Queued …',
  scanning: 'Scanning …',
  success: 'Scanned',
  failed: 'Failed',
}
const firstPollMs = 100
const maxPollMs = 2_000
/** Retries with pauses, long enough for a server restart. Uploads are idempotent. */
const retries = 6

/** Uploads files as one inventory and follows its build; a failed one throws CommandError. */
export async function scanInventory(
  api: Api,
  inventory: Inventory,
  options: ProgressOptions,
): Promise<Build> {
  const progress = await showProgress(options.isInteractive, options.log)
  const show = (status: Build['status']) =>
    progress.update(Math.max(0, steps.indexOf(status)), steps.length - 1, labels[status])
  try {
    const size = inventory.files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    progress.update(0, steps.length - 1, `Uploading ${Math.ceil(size / 1024)} KiB …`)
    const build = await finished(api, await upload(api, inventory), show)
    show('success')
    return build
  } finally {
    progress.stop()
  }
}

function upload(api: Api, { files, url, branch }: Inventory): Promise<Build> {
  const [file, ...more] = files
  if (file === undefined || more.length > 0)
    return api.uploads.folderIntoNew({ body: { file: files, url, branch } }, { retries })
  const named = { ...file, filename: basename(file.filename) }
  return api.uploads.intoNew({ body: { file: named, url, branch, path: file.filename } }, { retries })
}

/**
 * Polls with increasing intervals: most scans take less than a second, some take minutes. A failed build throws
 * CommandError.
 */
export async function finished(
  api: Api,
  begun: Build,
  show: (status: Build['status']) => void,
): Promise<Build> {
  let build = begun
  let pauseMs = firstPollMs
  while (build.status !== 'success') {
    if (build.status === 'failed') {
      const reason = build.reason ?? 'no reason is known'
      throw new CommandError(exitCodes.analysisFailed, `The scan failed: ${reason}`)
    }
    show(build.status)
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, maxPollMs)
    build = await api.builds.get({ params: { id: build.id } }, { retries })
  }
  return build
}
