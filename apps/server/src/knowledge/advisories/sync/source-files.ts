import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByOsvName, ecosystems } from '@assay/engine/ecosystems.ts'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '#context.ts'
import type { Database } from '#platform/database/database.ts'
import { egressOf, fetchToFile } from '#platform/egress/egress.ts'
import { newSpoolPath, removeSpooled } from '#platform/uploads/spool.ts'
import { SourceError } from '#knowledge/advisories/feeds/source-error.ts'
import type { SyncRequest } from './sync-request.ts'
import { readChunk } from '#knowledge/advisories/uploads/upload-store.ts'

/** A local file and its display name. */
export interface SourceFile {
  path: string
  name: string
  /** When it was complete in epoch ms: its download, or its own time. */
  at: number
  /** The ecosystem of the archive, if its address contains it. */
  ecosystem?: EcosystemId
}

/** The files of a request, one by one: each is deleted when the next is requested. */
export async function* sourceFiles(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  request: Exclude<SyncRequest, { kind: 'feeds' }>,
): AsyncGenerator<SourceFile> {
  if ('uploadUuid' in request) {
    const { name, uploadUuid } = request
    const at = 'at' in request ? request.at : Date.now()
    yield* withFile({ name, at, ...folderOf(name) }, (path) =>
      pipeline(Readable.from(chunksOf(db, uploadUuid)), createWriteStream(path)),
    )
    return
  }
  const egress = egressOf(config, 'advisories')
  for (const { name, ...file } of addressesOf(request))
    yield* withFile({ name, at: Date.now(), ...file }, (path) => fetchToFile(name, path, egress))
}

async function* withFile(
  file: Omit<SourceFile, 'path'>,
  write: (path: string) => Promise<void>,
): AsyncGenerator<SourceFile> {
  const path = await newSpoolPath()
  try {
    await write(path)
    yield { ...file, path }
  } finally {
    await removeSpooled(path)
  }
}

async function* chunksOf(db: Database, uploadUuid: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const chunk = await readChunk(db, { uploadUuid, number })
    if (chunk === null && number === 0)
      throw new SourceError('The uploaded file is no longer stored. Upload it again')
    if (chunk === null) return
    yield chunk
  }
}

/** 'npm/all.zip' is the archive of npm. */
function folderOf(name: string): Pick<SourceFile, 'ecosystem'> {
  const found = ecosystemByOsvName(name.split('/').at(-2) ?? '')
  return found ? { ecosystem: found.id } : {}
}

/** Address of one file, or a base address with one all.zip per ecosystem, as published by the OSV project. */
function addressesOf({ from, ecosystem }: AddressRequest): Omit<SourceFile, 'path' | 'at'>[] {
  const selected = ecosystems.filter(({ id, isPublishedByOsv = true }) =>
    ecosystem === undefined ? isPublishedByOsv : id === ecosystem,
  )
  const isFile = /\.(zip|gz|jsonl?|ndjson|csv)$/.test(new URL(from).pathname)
  if (isFile || selected.length === 0) return [{ name: from }]
  const base = from.replace(/\/+$/, '')
  return selected.map(({ id, osvName }) => ({
    name: `${base}/${encodeURIComponent(osvName)}/all.zip`,
    ecosystem: id,
  }))
}

type AddressRequest = Extract<SyncRequest, { kind: 'address' }>
