import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('starter', import.meta.url))

/** The files of the advisories that ship with the product: one an ecosystem, a JSON array of OSV documents. */
export const listStarterFiles = (): { name: string; path: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }))
