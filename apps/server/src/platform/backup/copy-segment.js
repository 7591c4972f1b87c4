// PostgreSQL's archive_command and restore_command: one file of the log, compressed. Exits with 1 to be called again.
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gunzipSync } from 'node:zlib'

const [direction, path, folder, name] = process.argv.slice(2)
const kept = join(folder, `${name}.gz`)

if (direction === 'fetch') {
  if (!existsSync(kept)) process.exit(1)
  await pipeline(createReadStream(kept), createGunzip(), createWriteStream(path))
} else if (existsSync(kept)) {
  // Called again after a crash: the same content is fine, another belongs to another database.
  if (!gunzipSync(readFileSync(kept)).equals(readFileSync(path))) process.exit(1)
} else {
  await pipeline(
    createReadStream(path),
    createGzip(),
    createWriteStream(`${kept}.part`, { flush: true, mode: 0o600 }),
  )
  renameSync(`${kept}.part`, kept)
}
