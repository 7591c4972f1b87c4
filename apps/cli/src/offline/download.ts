import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { AdvisoryFile } from './list-files.ts'

const isFileAddress = /\.(zip|gz|jsonl?|ndjson|csv)$/

/** The file at an address, or <ecosystem>/all.zip below it, as published by the OSV project. */
export async function* downloadFiles(
  from: string,
  only: ReadonlySet<EcosystemId> | null,
  onMissing: (address: string) => void,
): AsyncGenerator<AdvisoryFile> {
  const isFile = isFileAddress.test(new URL(from).pathname)
  const selected = ecosystems.filter(({ id, isPublishedByOsv = true }) => only?.has(id) ?? isPublishedByOsv)
  const base = from.replace(/\/+$/, '')
  const addresses = isFile
    ? [{ name: from }]
    : selected.map(({ id, osvName }) => ({
        name: `${base}/${encodeURIComponent(osvName)}/all.zip`,
        ecosystem: id,
      }))
  const folder = await mkdtemp(join(tmpdir(), 'assay-advisories-'))
  try {
    let found = 0
    for (const address of addresses) {
      const path = join(folder, 'download')
      const at = Date.now()
      if (await download(address.name, path)) {
        found++
        yield { path, at, ...address }
      } else onMissing(address.name)
    }
    if (found === 0) throw new CommandError(exitCodes.network, `${from} has no archives of advisories.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** false if the file does not exist. */
async function download(address: string, path: string): Promise<boolean> {
  try {
    const response = await fetch(address)
    if (response.status === 404) return false
    if (!response.ok || !response.body)
      throw new CommandError(exitCodes.network, `${address} answered ${response.status}.`)
    await pipeline(response.body as AsyncIterable<Uint8Array>, createWriteStream(path))
    return true
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { cause } = error as { cause?: { message?: string } }
    const why = cause?.message || (error as Error).message
    throw new CommandError(exitCodes.network, `${address} could not be fetched: ${why}`)
  }
}
