import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSource, type SourceText } from './read-source.ts'

const folder = fileURLToPath(new URL('starter', import.meta.url))

/** The advisories that ship with the product, as OSV documents, in one file per ecosystem. */
export async function* readStarter(): AsyncGenerator<SourceText> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const name of names.sort()) yield* readSource(join(folder, name), name)
}
