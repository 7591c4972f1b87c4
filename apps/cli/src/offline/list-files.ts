import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

const sourceFile = /\.(json|jsonl|ndjson|csv|gz|zip)$/i

/** The advisory files of a path: the file itself, or those in the folder, by name. */
export async function listFiles(from: string): Promise<string[]> {
  const found = await stat(from).catch(() => null)
  if (!found) throw new CommandError(exitCodes.configuration, `No such file or folder: ${from}`)
  if (!found.isDirectory()) return [from]
  const names = (await readdir(from)).filter((name) => sourceFile.test(name)).sort()
  if (names.length === 0)
    throw new CommandError(exitCodes.configuration, `${from} holds no JSON, gzip or zip files.`)
  return names.map((name) => join(from, name))
}
