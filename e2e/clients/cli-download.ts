// An installer: the version, the file, both checksums, and that it runs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, check, done, get } from './client.ts'

interface Release {
  version: string
  file: string
  url: string
  size: number
  sha256: string
  sha512: string
}

const release = await get<Release>('/api/v1/cli')
check(/^\d+\.\d+\.\d+/.test(release.version ?? ''), `The version is ${release.version}`)
check(release.url?.startsWith('/api/'), `The file is at ${release.url}`)
const { status, bytes } = await ask('GET', release.url, { isAnonymous: true })
check(status === 200, `Downloading the file returned ${status}`)
check(bytes.length === release.size && bytes.length > 10_000, `${bytes.length} bytes, not ${release.size}`)
for (const algorithm of ['sha256', 'sha512'] as const) {
  const digest = createHash(algorithm).update(bytes).digest('hex')
  check(digest === release[algorithm], `${algorithm} is ${digest}, not ${release[algorithm]}`)
}
const update = await get<{ version: string; isCurrent: boolean }>('/api/v1/cli/update')
check(
  update.isCurrent && update.version === release.version,
  'The server offers an update to another version',
)

const folder = mkdtempSync(join(tmpdir(), 'assay-client-'))
const path = join(folder, 'assay.cjs')
writeFileSync(path, bytes)
const run = spawnSync(process.execPath, [path, '--version'], { encoding: 'utf8' })
rmSync(folder, { recursive: true })
check(run.status === 0, `It exited with ${run.status}: ${run.stderr}`)
check(run.stdout.includes(release.version), `It reports version ${run.stdout.trim()}, not ${release.version}`)
done(`${release.file} ${release.version}, ${bytes.length} bytes`)
