import { join } from 'node:path'
import type { Config } from '#config.ts'
import { type BackupConfig, openDestination } from './backup.ts'
import { onePiece } from './cluster-source.ts'
import { type Destination, folderDestination } from './destination.ts'

/** A person who was erased, by ids alone. */
export interface ErasedId {
  accountUuid: string
  memberUuid: string
}

const folder = 'erasures'

/** The list in the data folder, which a restore leaves in place. A file for each person, named by the ids. */
export const localErasures = ({ dataFolder }: Pick<Config, 'dataFolder'>): Destination =>
  folderDestination(join(dataFolder, folder))

/** The list beside the backups, for when the data folder is lost. */
export const erasuresBeside = (config: BackupConfig, place: string): Destination =>
  openDestination(config, `${place.replace(/\/+$/, '')}/${folder}`)

/** Adds those who are missing. */
export async function addErasures(list: Destination, people: readonly ErasedId[]): Promise<void> {
  const listed = new Set(await list.list(''))
  for (const { accountUuid, memberUuid } of people) {
    const name = `${accountUuid}_${memberUuid}`
    if (!listed.has(name)) await list.write(name, onePiece(Buffer.from('')))
  }
}

export async function readErasures(list: Destination): Promise<ErasedId[]> {
  const names = await list.list('')
  return names.flatMap((name) => {
    const [, accountUuid, memberUuid] = nameOfFile.exec(name) ?? []
    return accountUuid !== undefined && memberUuid !== undefined ? [{ accountUuid, memberUuid }] : []
  })
}

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const nameOfFile = new RegExp(`^(${uuid})_(${uuid})$`)
