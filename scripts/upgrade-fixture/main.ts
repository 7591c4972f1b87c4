/**
 * npm run upgrade-fixture: writes what the test of upgrades knows of this version, the rows of a filled database, what
 * it answers and the statements that it sends, into apps/server/src/testing/upgrades, by the name of its last migration.
 */
import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeRelease } from '../../apps/server/src/testing/write-release.ts'

const { name, lines } = await writeRelease()
const folder = new URL('../../apps/server/src/testing/upgrades/', import.meta.url)
const file = fileURLToPath(new URL(`${name}.jsonl`, folder))
await writeFile(file, lines.map((line) => `${line}\n`).join(''))
console.log(`${relative(process.cwd(), file)}: ${lines.length} lines`)
process.exit()
